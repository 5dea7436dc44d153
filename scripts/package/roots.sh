# Sourced by package_test.sh: roots of Debian. What debootstrap and apt-get make is kept in build/package/roots; each test
# gets a copy of it.

roots=$PWD/build/package/roots
certificates=/etc/ssl/certs/ca-certificates.crt

# The mirror that this machine's apt reads Debian itself from.
debian_mirror() {
  apt-get indextargets --format '$(REPO_URI)' "Created-By: Packages" "Origin: Debian" "Component: main" |
    grep -v security | sort -u | head -1
}

# A root with nothing but the smallest system of a release, and the certificates that this machine trusts.
make_base() { # RELEASE
  local mirror made=$roots/$1
  [[ ! -d $made ]] || return 0
  mirror=$(debian_mirror)
  [[ -n $mirror ]] || return 1
  say "making a root of $1 from $mirror"
  rm -rf "$made.part"
  mkdir -p "$roots"
  debootstrap --variant=minbase --include=ca-certificates "$1" "$made.part" "$mirror" >>"$log" 2>&1 || return 1
  echo "deb $mirror $1 main" >"$made.part/etc/apt/sources.list"
  # Whatever lets apt believe its mirror here, where the clock is off.
  apt-config dump | grep '^Acquire::Check-' >"$made.part/etc/apt/apt.conf.d/99check" || true
  if [[ -d /usr/local/share/ca-certificates ]]; then
    cp -r /usr/local/share/ca-certificates "$made.part/usr/local/share"
    chroot "$made.part" update-ca-certificates >>"$log" 2>&1
  fi
  mv "$made.part" "$made"
}

# A root with Debian packages besides.
make_toolchain() { # NAME RELEASE PACKAGE...
  local made=$roots/$1 release=$2
  shift 2
  make_base "$release" || return 1
  [[ ! -d $made ]] || return 0
  say "installing $* into a root of $release"
  open_root "$release"
  inside sh -c 'apt-get update && apt-get install -y --no-install-recommends "$@"' sh "$@" || return 1
  umount "$root/proc" 2>/dev/null || true
  mv "$root" "$made"
  root=
}

# Sets `root` to a copy of a kept root, with this machine's name servers.
root=
open_root() { # NAME
  close_root
  root=$(mktemp -d "$roots/test.XXXXXX")
  cp -a "$roots/$1/." "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  mount --bind /proc "$root/proc" 2>/dev/null || true
}

close_root() {
  [[ -n $root ]] || return 0
  umount "$root/proc" 2>/dev/null || true
  ! mountpoint -q "$root/proc" || return 0
  rm -rf "$root"
  root=
}

# Runs a command in `root`. The registries that this machine is told to use are those of the root.
inside() {
  local name registries=()
  for name in PIP_INDEX_URL GOPROXY GONOSUMDB NPM_CONFIG_REGISTRY; do
    [[ ! ${!name:-} ]] || registries+=("$name=${!name}")
  done
  env -i PATH=/usr/local/go/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PIP_CERT=$certificates NODE_EXTRA_CA_CERTS=$certificates "${registries[@]}" \
    chroot "$root" "$@" >>"$log" 2>&1
}
