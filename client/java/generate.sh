#!/usr/bin/env bash
# Writes the generated part of the client, shapewright/v1, from proto/, with protoc and the plugin of the versions in pom.xml.
# Exits with 3 where these cannot be had.
# usage: generate.sh [FOLDER]     default: src/main/java beside this file
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath "${1:-$here/src/main/java}")
case $(uname -sm) in
  "Linux x86_64") platform=linux-x86_64 ;;
  "Linux aarch64") platform=linux-aarch_64 ;;
  "Darwin arm64") platform=osx-aarch_64 ;;
  "Darwin x86_64") platform=osx-x86_64 ;;
  *) echo "no protoc for $(uname -sm)" >&2; exit 3 ;;
esac
mvn -q -B -f "$here/pom.xml" dependency:copy -Dplatform=$platform >&2 || exit 3
tools=$here/target/tools
chmod +x "$tools"/*.exe
cd "$here/../../proto"
"$tools/protoc.exe" -I. --plugin=protoc-gen-grpc-java="$tools/protoc-gen-grpc-java.exe" --java_out="$out" \
  --grpc-java_out="$out" --grpc-java_opt=@generated=omit shapewright/v1/*.proto
