#!/usr/bin/env bash
# `./dev package-test`: installs what is in dist/ into fresh roots of Debian that debootstrap makes, and uses it there. One
# line per package with the time from the install to the answer. Not as root, or where no root can be made, the wheel is
# tried in a venv alone; that is said, and the exit code is 77.
# usage: package_test.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
release=bookworm # the Debian that the packages are built on
newer=trixie     # one that only the wheel is for
model=tests/data/corpus/models/lstm_tagger_ts11.onnx
roots=$PWD/build/package/roots log=$PWD/build/package/test.log
shopt -s nullglob
wheels=(dist/*.whl) debs=(dist/*.deb)

say() { echo "package-test: $*" >&2; }
fail() { say "FAILED: $*, see ${log#"$PWD/"}"; tail -20 "$log" >&2; exit 1; }
seconds_since() { echo "$(($(date +%s) - $1)) s"; }

# The mirror that this machine's apt reads Debian itself from.
debian_mirror() {
  apt-get indextargets --format '$(REPO_URI)' "Created-By: Packages" "Origin: Debian" "Component: main" |
    grep -v security | sort -u | head -1
}

# A root with nothing but the smallest system of a release. It is kept in build/.
make_base() { # RELEASE
  local mirror made=$roots/$1
  [[ ! -d $made ]] || return 0
  mirror=$(debian_mirror)
  [[ -n $mirror ]] || return 1
  say "making a root of $1 from $mirror"
  rm -rf "$made.part"
  mkdir -p "$roots"
  debootstrap --variant=minbase "$1" "$made.part" "$mirror" >"$log" 2>&1 || return 1
  echo "deb $mirror $1 main" >"$made.part/etc/apt/sources.list"
  # Whatever lets apt believe its mirror here, where the clock is off.
  apt-config dump | grep '^Acquire::Check-' >"$made.part/etc/apt/apt.conf.d/99check" || true
  mv "$made.part" "$made"
}

# Sets `root` to a copy of the base, with this machine's name servers.
root=
fresh_root() { # RELEASE
  remove_root
  root=$(mktemp -d "$roots/test.XXXXXX")
  cp -a "$roots/$1/." "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  mount --bind /proc "$root/proc" 2>/dev/null || true
}
remove_root() {
  [[ -n $root ]] || return 0
  umount "$root/proc" 2>/dev/null || true
  ! mountpoint -q "$root/proc" || return 0
  rm -rf "$root"
  root=
}
trap remove_root EXIT

inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} ${PIP_CERT:+PIP_CERT="$PIP_CERT"} \
    chroot "$root" "$@" >>"$log" 2>&1
}

# The first example of the client's README as a doctest, and the model that it names, below $1.
put_example() {
  awk '/^```python$/ { on = 1; next } on && /^```$/ { exit } on' client/python/README.md >"$1/example.txt"
  install -D -m 644 "$model" "$1/$model"
}

# Installs a wheel with pip into a venv and uses it; nothing of this needs a compiler or the package onnx.
use_wheel='set -eu
cd "$1"
python3 -m venv venv
venv/bin/pip install --quiet --no-cache-dir "$2"
! venv/bin/python -c "import onnx" 2>/dev/null
venv/bin/python -m doctest -v example.txt
venv/bin/shapewright --version
venv/bin/shapewright-server --version
venv/bin/shapewright infer --embedded "$3"'

# Uses the programs of the .deb, as an ordinary user.
use_deb='set -eu
shapewright --version
socket=$(mktemp -d)/socket
shapewright-server --listen "unix:$socket" &
server=$!
tries=0
until shapewright health --target "unix:$socket" --deadline 2s; do
  tries=$((tries + 1)); [ $tries -lt 50 ] || exit 1; sleep 0.1
done
shapewright infer --target "unix:$socket" /tmp/model.onnx
kill -TERM $server
wait $server'

# Oracle of the shape: onnxruntime runs of the model, [batch, sequence, 17] (tests/data/corpus/truth).
expect_answer() { grep -Eq '^ *tags +float +\[batch, sequence, 17\]' "$log" || fail "$1: a wrong answer"; }

test_wheel() { # RELEASE
  local begin
  : >"$log"
  fresh_root "$1"
  inside sh -c 'apt-get update && apt-get install -y --no-install-recommends python3 python3-venv' ||
    fail "Python cannot be installed"
  [[ -z ${PIP_CERT:-} ]] || install -D -m 644 "$PIP_CERT" "$root$PIP_CERT"
  cp "${wheels[0]}" "$root/tmp"
  put_example "$root/tmp"
  begin=$(date +%s)
  inside sh -c "$use_wheel" sh /tmp "$(basename "${wheels[0]}")" "$model" || fail "the wheel"
  expect_answer "the wheel"
  echo "$(basename "${wheels[0]}"): installed in a root of $1 with Python alone, answers after $(seconds_since "$begin")"
}

test_deb() {
  local begin name
  : >"$log"
  name=$(basename "${debs[0]}")
  fresh_root "$release"
  inside apt-get update || fail "apt-get update"
  cp "${debs[0]}" "$root/tmp"
  install -m 644 "$model" "$root/tmp/model.onnx"
  begin=$(date +%s)
  inside apt-get install -y --no-install-recommends "/tmp/$name" || fail "$name cannot be installed"
  inside su nobody -s /bin/sh -c "$use_deb" || fail "$name"
  expect_answer "$name"
  inside apt-get purge -y shapewright || fail "$name cannot be removed"
  echo "$name: installed in a root of $release, answers after $(seconds_since "$begin")"
}

# Where no root can be made: a venv, and a PATH without a compiler.
test_wheel_in_venv() {
  local begin folder
  folder=$(mktemp -d)
  cp "${wheels[0]}" "$folder"
  put_example "$folder"
  mkdir "$folder/path"
  ln -s "$(command -v python3)" "$(command -v sh)" "$folder/path"
  begin=$(date +%s)
  PATH=$folder/path sh -c "$use_wheel" sh "$folder" "$(basename "${wheels[0]}")" "$model" >"$log" 2>&1 || fail "the wheel"
  expect_answer "the wheel"
  rm -rf "$folder"
  echo "$(basename "${wheels[0]}"): installed in a venv, answers after $(seconds_since "$begin")"
}

mkdir -p "$(dirname "$log")"
((${#wheels[@]} && ${#debs[@]})) || { say "dist/ has no wheel and no .deb: ./dev package"; exit 1; }
(cd dist && sha256sum --quiet -c SHA256SUMS) || { say "FAILED: the checksums"; exit 1; }
if ((EUID == 0)) && command -v debootstrap >/dev/null && make_base "$release"; then
  test_wheel "$release"
  test_deb
  if make_base "$newer"; then
    test_wheel "$newer"
  else
    say "no root of $newer can be made here: the wheel is not tested in it"
    exit 77
  fi
else
  say "no fresh root of $release can be made here (root, debootstrap and a mirror are needed): the .deb is not tested"
  test_wheel_in_venv
  exit 77
fi
