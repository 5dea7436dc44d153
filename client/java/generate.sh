#!/usr/bin/env bash
# Writes the generated part of the client, shapewright/v1, from proto/, with the protoc and the plugin of pom.xml's versions.
# usage: generate.sh [FOLDER]     default: src/main/java beside this file
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath "${1:-$here/src/main/java}")
property() { sed -n "s|^ *<$1>\(.*\)</$1>|\1|p" "$here/pom.xml"; }
case $(uname -sm) in
  "Linux x86_64") platform=linux-x86_64 ;;
  "Linux aarch64") platform=linux-aarch_64 ;;
  "Darwin arm64") platform=osx-aarch_64 ;;
  "Darwin x86_64") platform=osx-x86_64 ;;
  *) echo "no protoc for $(uname -sm)" >&2; exit 1 ;;
esac
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
copy() { # ARTIFACT FILE
  (cd "$here" && mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$1" \
    -DoutputDirectory="$tools" -Dmdep.stripVersion=true -Dmdep.stripClassifier=true >&2)
  chmod +x "$tools/$2.exe"
}
copy "com.google.protobuf:protoc:$(property protobuf.version):exe:$platform" protoc
copy "io.grpc:protoc-gen-grpc-java:$(property grpc.version):exe:$platform" protoc-gen-grpc-java
cd "$here/../../proto"
"$tools/protoc.exe" -I. --plugin=protoc-gen-grpc-java="$tools/protoc-gen-grpc-java.exe" --java_out="$out" \
  --grpc-java_out="$out" --grpc-java_opt=@generated=omit shapewright/v1/*.proto
