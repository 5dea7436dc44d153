#!/usr/bin/env bash
# Writes the pages of javadoc, after `mvn compile`; a warning is an error.
# usage: javadoc.sh FOLDER
# needs: javadoc mvn
set -euo pipefail
pages=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
mvn -q -B dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
generated=target/generated-sources/protobuf
# That all is commented is checked by the compiler; javadoc wants it of private fields of records too.
javadoc -quiet -notimestamp -Werror -Xdoclint:all,-missing -Xdoclint/package:-dev.shapewright.v1 -d "$pages" \
  -sourcepath "src/main/java:$generated/java:$generated/grpc-java" -classpath "target/classes:$(<target/classpath)" \
  dev.shapewright dev.shapewright.expression dev.shapewright.onnx dev.shapewright.v1
