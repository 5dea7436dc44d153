#!/usr/bin/env bash
# Part of `./dev package`: makes what is installed elsewhere into dist/, from the release build: the programs of the wheel
# are linked once more, with static libraries, and nothing is compiled again. The same sources
# give the same bytes: times are that of the commit, or SOURCE_DATE_EPOCH. 2: something was not made, as its tools are
# missing.
# usage: package.sh [--twice]     with it: makes all a second time, and fails if a byte differs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Whose output the bytes of the wheel and the sdist follow, and what checks the bill of materials.
tools=(setuptools==80.9.0 wheel==0.45.1 auditwheel==6.4.2 protobuf==7.36.2 "cyclonedx-python-lib[json-validation]==11.12.0")
venv=$PWD/build/venv-package static=$PWD/build/package/static stage=$PWD/build/package/stage protoset=build/release/share/shapewright.protoset
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022

make_venv() {
  [[ -f $venv/made && $(<"$venv/made") == "${tools[*]}" ]] && return
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet "${tools[@]}"
  echo "${tools[*]}" >"$venv/made"
}

# The programs as they go into the wheel, and the shared libraries that no machine has by itself.
stage_programs() {
  rm -rf "$stage"
  mkdir -p "$stage/bin" "$stage/lib" "$stage/licenses" "$stage/python"
  strip -o "$stage/bin/shapewright" "$static/shapewright"
  strip -o "$stage/bin/shapewright-server" "$static/shapewright-server"
  local library
  while read -r library; do
    strip --strip-unneeded -o "$stage/lib/$(basename "$library")" "$(realpath "$library")"
  done < <(ldd "$stage"/bin/* | awk '$2 == "=>" { print $3 }' | sort -u | grep -Ev '/lib(c|m|stdc\+\+|gcc_s)\.so')
  local package
  for package in $linked; do
    cp "/usr/share/doc/$package/copyright" "$stage/licenses/$package.txt"
  done
  cp LICENSE "$stage/licenses/LICENSE"
  git ls-files -z client/python | xargs -0 cp --parents -t "$stage/python"
  cp VERSION "$stage/python/client/python"
  client/python/generate.py "$stage/python/client/python"
  scripts/package/pages.sh "$static" "$stage"
}

make_wheel() { # PLATFORM FOLDER
  rm -rf "$stage/source"
  cp -r "$stage/python/client/python" "$stage/source"
  "$venv/bin/python" scripts/package/make_wheel.py "$stage/source" "$2" "$SOURCE_DATE_EPOCH" "$1" \
    "$stage"/{bin,lib,licenses,share/man/man1}/* >"$stage/setuptools.log" 2>&1 || { cat "$stage/setuptools.log" >&2; exit 1; }
}

# The oldest C library that the programs run with, as auditwheel names it; fails if a library is missing.
platform() {
  mkdir -p "$stage/untagged"
  make_wheel "linux_$(uname -m)" "$stage/untagged"
  "$venv/bin/auditwheel" show "$stage"/untagged/*.whl >"$stage/auditwheel.log" ||
    { cat "$stage/auditwheel.log" >&2; return 1; }
  tr '\n' ' ' <"$stage/auditwheel.log" | grep -oE 'manylinux_[0-9]+_[0-9]+_[a-z0-9_]+' | head -1
}

make_all() { # DIST
  local dist=$1 tag loaded=
  rm -rf "$dist"
  mkdir -p "$dist"
  stage_programs
  tag=$(platform)
  [[ -n $tag ]] || { echo "package: no manylinux tag fits, see build/package/stage/auditwheel.log" >&2; exit 1; }
  make_wheel "$tag" "$dist"
  if command -v dpkg-deb >/dev/null; then
    loaded=$(scripts/runtime_packages.sh build/release/bin/shapewright{,-server} | paste -sd' ')
    scripts/package/deb.sh build/release "$stage/share" "$dist"
  else
    echo "package: NOT MADE: the .deb (needs dpkg-deb)" >&2
    complete=
  fi
  scripts/package/clients.sh "$stage" "$protoset" "$dist" "$venv/bin/python" || { (($? == 2)) && complete=; } || exit 1
  "$venv/bin/python" scripts/package/make_sbom.py "$dist" "$(<VERSION)" "$SOURCE_DATE_EPOCH" \
    "$linked" "$loaded $headers"
  (cd "$dist" && find . -type f -printf '%P\0' | sort -z | xargs -0 sha256sum --) >"$stage/SHA256SUMS"
  mv "$stage/SHA256SUMS" "$dist"
}

make_venv
headers=nlohmann-json3-dev # which is all there is of that library
libraries=$(scripts/package/link_static.py build/release "$static" shapewright shapewright-server)
# The Debian packages of what the linker was given.
linked="$(xargs dpkg -S <<<"$libraries" | cut -d: -f1 | sort -u | paste -sd' ') $headers"
complete=1
make_all "$PWD/dist"
if [[ ${1:-} == --twice ]]; then
  again=$PWD/build/package/again
  make_all "$again"
  diff dist/SHA256SUMS "$again/SHA256SUMS" || { echo "package: FAILED: these differ when made again" >&2; exit 1; }
  echo "package: made twice, the same bytes"
fi
(cd dist && find . -type f -printf '%9s  %P\n' | sort -k2)
[[ $complete ]] || exit 2
