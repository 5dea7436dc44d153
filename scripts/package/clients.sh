#!/usr/bin/env bash
# Part of package.sh: makes the packages of the clients in Go, TypeScript and Java, the archive of the API and the chart. 2: one was
# not made, as its tools are missing.
# usage: clients.sh STAGE PROTOSET DIST PYTHON
set -euo pipefail
# PYTHON has the package protobuf.
stage=$(realpath "$1")/clients protoset=$(realpath "$2") dist=$(realpath "$3") python=$4
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${SOURCE_DATE_EPOCH:?the time that files get}"
version=$(<VERSION)
missing=()

has() { # PACKAGE TOOL...
  local tool package=$1
  shift
  for tool; do
    command -v "$tool" >/dev/null || { missing+=("$package (needs $tool)"); return 1; }
  done
}

# Sets `source` to a copy of what git has of a folder, and puts the license into it.
copy() { # FOLDER
  source=$stage/$1
  mkdir -p "$source"
  git -C "$1" ls-files -z . | (cd "$1" && xargs -0 cp --parents -t "$source")
  cp LICENSE "$source"
}

make() { # KIND
  python3 scripts/package/make_clients.py "$1" "$source" "$dist" "$version" "$SOURCE_DATE_EPOCH"
}

rm -rf "$stage"
copy proto
find "$source" -name CMakeLists.txt -delete
cp "$protoset" "$source"
"$python" scripts/openapi.py "$source/openapi.json"
make api

copy deploy/helm/shapewright # cp reads what the links in it lead to
mkdir -p "$dist/helm"
python3 scripts/package/make_clients.py chart "$source" "$dist/helm" "$version" "$SOURCE_DATE_EPOCH"

copy client/go
rm -rf "$source"/{generate,test}.sh
make go

if has "the npm tarball" node npm; then
  copy client/typescript
  rm -rf "$source/test"
  (cd "$source" && npm ci --ignore-scripts --prefer-offline --silent >&2 && npm run --silent build >&2)
  make npm
fi

if has "the jars" javac javadoc mvn; then
  copy client/java
  mvn -q -B -f "$source/pom.xml" compile >&2
  "$source/javadoc.sh" "$source/target/javadoc" >&2
  make java
fi

((!${#missing[@]})) || { printf 'package: NOT MADE: %s\n' "${missing[@]}" >&2; exit 2; }
