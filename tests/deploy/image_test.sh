#!/usr/bin/env bash
# Builds the image with buildah and runs the server and the command line in it. Where the base image
# cannot be pulled, debootstrap makes it from this machine's Debian mirror.
# usage: image_test.sh   exits with 77, and says why, where it cannot run
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
base=debian:bookworm-slim
image=shapewright:test
user=65532
model=tests/data/corpus/models/gru_tagger_ts17.onnx
work=$PWD/build/image
version=$(<VERSION)
revision=$(git rev-parse HEAD)
# What the image may have beyond its base, in MB.
most_beyond_base=60
container=

say() { echo "image-test: $*" >&2; }
cannot_run() { say "cannot run: $*"; exit 77; }
fail() { say "FAILED: $*"; exit 1; }

command -v buildah >/dev/null || cannot_run "no buildah"
((EUID == 0)) || cannot_run "buildah's chroot isolation wants root here"
mkdir -p "$work"

buildah() {
  local command=$1
  shift
  command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$command" "$@"
}

clean_up() {
  [[ -z $container ]] || buildah rm "$container" >/dev/null
  buildah rmi "$image" >/dev/null 2>&1 || true
}
trap clean_up EXIT

# The lines of a sources.list for what this machine's apt reads of Debian itself.
debian_sources() {
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) main' \
    "Created-By: Packages" "Origin: Debian" "Component: main" | sort -u
}

make_base() {
  command -v debootstrap >/dev/null || cannot_run "$base cannot be pulled, and no debootstrap"
  local mirror root=$work/base
  mirror=$(debian_sources | awk '$3 == "bookworm" { print $2; exit }')
  [[ -n $mirror ]] || cannot_run "$base cannot be pulled, and apt knows no mirror of bookworm"
  say "making $base from $mirror"
  rm -rf "$root"
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/debootstrap.log" ||
    cannot_run "debootstrap failed: $(tail -1 "$work/debootstrap.log")"
  debian_sources >"$root/etc/apt/sources.list"
  # Whatever lets apt believe its mirror here, where the clock is off.
  apt-config dump | grep '^Acquire::Check-' >"$root/etc/apt/apt.conf.d/99check" || true
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/*
  local scratch
  scratch=$(buildah from scratch)
  buildah add -q "$scratch" "$root" / >/dev/null
  buildah config --cmd bash "$scratch"
  buildah commit -q "$scratch" "$base" >/dev/null
  buildah rm "$scratch" >/dev/null
  rm -rf "$root"
}

build_image() {
  local cache=()
  # As the compiler sees it, the sources lie in the same place as on any machine.
  if command -v ccache >/dev/null; then
    cache=(--volume "$(ccache --get-config cache_dir):/var/cache/ccache")
  fi
  buildah bud --isolation chroot --format docker --pull-never "${cache[@]}" -t "$image" \
    --build-arg VERSION="$version" --build-arg REVISION="$revision" . \
    >"$work/build.log" 2>&1 || { tail -30 "$work/build.log" >&2; fail "the image does not build"; }
}

inspect() { buildah inspect --type image --format "$1" "$image"; }
inside() { buildah run --isolation chroot "$container" -- "$@"; }

check_settings() {
  [[ $(inspect '{{.Docker.Config.User}}') == "$user:$user" ]] || fail "it runs as another user"
  [[ $(inspect '{{.Docker.Config.Entrypoint}}') == "[shapewright-server]" ]] || fail "the entry point"
  local label
  for label in title=Shapewright licenses=Apache-2.0 "version=$version" "revision=$revision"; do
    [[ $(inspect "{{index .Docker.Config.Labels \"org.opencontainers.image.${label%%=*}\"}}") == "${label#*=}" ]] ||
      fail "the label ${label%%=*}"
  done
  # Docker's own form: CMD and the words of the command.
  [[ $(inspect '{{.Docker.Config.Healthcheck.Test}}') == "[CMD shapewright health"* ]] ||
    fail "no health check by the command line"
}

check_files() {
  local found
  [[ $(inside id -u) == "$user" ]] || fail "a process runs as user $(inside id -u)"
  found=$(inside ldd /usr/local/bin/shapewright-server /usr/local/bin/shapewright)
  ! grep "not found" <<<"$found" || fail "libraries are missing"
  found=$(inside dpkg-query -W -f '${Package}\n' | grep -E -- '-dev$|^g\+\+|^cmake' || true)
  [[ -z $found ]] || fail "left over from the build: $found"
}

# The server as the image starts it; the health check as the image has it. Oracle of the shape: onnxruntime's
# run of the model, [batch, sequence, 17] (tests/data/corpus/truth).
check_service() {
  local log=$work/service.log
  buildah copy -q "$container" "$model" /tmp/model.onnx >/dev/null
  inside sh -c '
    shapewright-server & server=$!
    tries=0
    until shapewright health --deadline 2s; do
      tries=$((tries + 1)); [ $tries -lt 50 ] || exit 1; sleep 0.1
    done
    shapewright infer /tmp/model.onnx || exit 1
    kill -TERM $server; wait $server; echo "server ended with $?"
    shapewright health --deadline 1s && exit 1
    echo "health fails without a server"' >"$log" 2>&1 || { cat "$log" >&2; fail "the service"; }
  grep -Eq '^ *tags +float +\[batch, sequence, 17\]' "$log" || fail "a wrong answer, see $log"
  grep -Fqx "server ended with 0" "$log" || fail "the server does not end well, see $log"
  grep -Fqx "health fails without a server" "$log" || fail "health lies, see $log"
}

# The server with a root that nobody may write to, and without any shell.
check_read_only() {
  local mounted log=$work/read_only.log shell shells=()
  mounted=$(buildah mount "$container")
  for shell in bash dash; do shells+=(--ro-bind /dev/null "/usr/bin/$shell"); done
  mkdir -p "$work/socket"
  chmod 0777 "$work/socket"
  bwrap --die-with-parent --unshare-all --uid "$user" --gid "$user" --ro-bind "$mounted" / --proc /proc --dev /dev \
    --bind "$work/socket" /run/shapewright "${shells[@]}" /usr/local/bin/shapewright-server >"$log" 2>&1 &
  local server=$! tries=0
  until build/release/bin/shapewright health --target "unix:$work/socket/shapewright.sock" --deadline 1s 2>/dev/null; do
    ((++tries < 50)) || { cat "$log" >&2; fail "with a root that is read-only"; }
    sleep 0.1
  done
  kill "$server"
  wait "$server" || true
  buildah umount "$container" >/dev/null
}

# Bytes of the files of an image, in MB.
size_of() {
  local container mounted
  container=$(buildah from --pull-never "$1")
  mounted=$(buildah mount "$container")
  du -sx --apparent-size --block-size=1MB "$mounted" | cut -f1
  buildah rm "$container" >/dev/null
}

check_size() {
  beyond_base=$(($(size_of "$image") - $(size_of "$base")))
  ((beyond_base <= most_beyond_base)) || fail "$beyond_base MB beyond the base"
}

if [[ -z $(buildah images -q "$base" 2>/dev/null) ]]; then
  buildah pull -q "$base" >/dev/null 2>"$work/pull.log" || make_base
fi
say "building, see $work/build.log"
build_image
check_settings
container=$(buildah from --pull-never "$image")
check_files
check_service
check_read_only
check_size
say "$beyond_base MB beyond the base"
say "passed: $(inspect '{{.FromImageID}}' | cut -c1-12), $(buildah images --format '{{.Size}}' "$image")"
