#!/usr/bin/env bash
# Makes the .deb of the programs (server, command line, systemd unit, descriptors of the API, manual pages, completions) and
# that of the library. They are for the Debian that they were built on, whose shared libraries the programs use.
# usage: deb.sh BUILD SHARE DIST     of a build folder, and what pages.sh wrote
set -euo pipefail
build=$(realpath "$1") share=$(realpath "$2") dist=$(realpath "$3")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${SOURCE_DATE_EPOCH:?the time that files get}"
version=$(<VERSION)
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

put() { install -D -m "$1" "$2" "$root/$3"; } # MODE FILE PLACE

# Packs `root`. The description is on stdin.
pack() { # PACKAGE SECTION DEPENDS
  put 644 LICENSE "usr/share/doc/$1/copyright"
  mkdir -p "$root/DEBIAN"
  {
    printf '%s\n' "Package: $1" "Version: $version" "Architecture: $architecture" \
      "Maintainer: ${RELEASE_MAINTAINER:-nobody, as this is no release}" "Depends: $3" \
      "Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)" "Section: $2" "Priority: optional"
    cat
  } >"$root/DEBIAN/control"
  (cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  chmod 644 "$root"/DEBIAN/{control,md5sums}
  find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$dist/$1_${version}_$architecture.deb" >/dev/null
}

root=$work/programs
for program in shapewright shapewright-server; do
  put 755 "$build/bin/$program" "usr/bin/$program"
  strip "$root/usr/bin/$program"
done
put 644 "$build/share/shapewright.protoset" usr/share/shapewright/shapewright.protoset
put 644 deploy/debian/shapewright.service lib/systemd/system/shapewright.service
put 644 deploy/debian/default etc/default/shapewright
for page in README.md CHANGELOG.md SECURITY.md docs/operations.md docs/errors.md docs/api.md; do
  put 644 "$page" "usr/share/doc/shapewright/$(basename "$page")"
done
cp -r "$share/." "$root/usr/share"
gzip -9n "$root"/usr/share/man/man1/*
put 755 deploy/debian/postinst DEBIAN/postinst
put 755 deploy/debian/prerm DEBIAN/prerm
echo /etc/default/shapewright >"$root/DEBIAN/conffiles"
chmod 644 "$root/DEBIAN/conffiles"
list() { paste -sd, | sed 's/,/, /g'; }
mapfile -t loaded < <(scripts/runtime_packages.sh "$root"/usr/bin/*)
pack shapewright science "$(printf '%s\n' "${loaded[@]}" | list)" <<'END'
Description: shapes of the values of tensor programs
 A server and a command line that infer the type and the shape of every value of
 an ONNX model, as integer expressions over the sizes of its inputs.
END

root=$work/library
for component in library client; do cmake --install "$build" --prefix "$root/usr" --component "$component" >/dev/null; done
strip --strip-debug --enable-deterministic-archives "$root"/usr/lib/libshapewright{,_client}.a
for file in examples/embedded/* examples/client/*; do put 644 "$file" "usr/share/doc/shapewright-dev/$file"; done
put 644 docs/library.md usr/share/doc/shapewright-dev/library.md
# The names of the shared libraries' packages say which releases of theirs the archive was compiled for. gRPC's CMake
# package demands protoc's plug-ins, which libgrpc++-dev only recommends.
depends=$(printf '%s\n' libabsl-dev libgrpc++-dev libprotobuf-dev libpugixml-dev libssl-dev protobuf-compiler-grpc "${loaded[@]}" |
  grep -E '^(lib(absl|protobuf|pugixml|grpc\+\+|ssl)(-dev|[0-9])|protobuf-compiler-grpc)' | list)
pack shapewright-dev libdevel "$depends" <<'END'
Description: shapes of the values of tensor programs (development files)
 The library that infers in one's own process, and the client of a server:
 headers, static archives, their CMake package and their pkg-config files.
END
