#!/usr/bin/env bash
# Makes the .deb: server, command line, systemd unit, descriptors of the API. Its programs use the shared libraries of
# the Debian that they were built on, which is then the one that it can be installed on.
# usage: deb.sh BIN PROTOSET DIST
set -euo pipefail
bin=$(realpath "$1") protoset=$(realpath "$2") dist=$(realpath "$3")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${SOURCE_DATE_EPOCH:?the time that files get}"
version=$(<VERSION)
architecture=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
umask 022
chmod 755 "$root"

put() { install -D -m "$1" "$2" "$root/$3"; } # MODE FILE PLACE

for program in shapewright shapewright-server; do
  put 755 "$bin/$program" "usr/bin/$program"
  strip "$root/usr/bin/$program"
done
put 644 "$protoset" usr/share/shapewright/shapewright.protoset
put 644 deploy/debian/shapewright.service lib/systemd/system/shapewright.service
put 644 deploy/debian/default etc/default/shapewright
put 644 LICENSE usr/share/doc/shapewright/copyright
for page in README.md CHANGELOG.md SECURITY.md docs/operations.md docs/errors.md docs/api.md; do
  put 644 "$page" "usr/share/doc/shapewright/$(basename "$page")"
done
put 755 deploy/debian/postinst DEBIAN/postinst
put 755 deploy/debian/prerm DEBIAN/prerm
echo /etc/default/shapewright >"$root/DEBIAN/conffiles"
depends=$(scripts/runtime_packages.sh "$root"/usr/bin/* | paste -sd, | sed 's/,/, /g')
cat >"$root/DEBIAN/control" <<END
Package: shapewright
Version: $version
Architecture: $architecture
Maintainer: The Shapewright maintainers <maintainers@shapewright.invalid>
Depends: $depends
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)
Section: science
Priority: optional
Description: shapes of the values of tensor programs
 A server and a command line that infer the type and the shape of every value of
 an ONNX model, as integer expressions over the sizes of its inputs.
END
(cd "$root" && find etc lib usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod 644 "$root"/DEBIAN/{control,conffiles,md5sums}
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$dist/shapewright_${version}_$architecture.deb" >/dev/null
