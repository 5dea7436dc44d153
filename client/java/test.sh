#!/usr/bin/env bash
# The tests of the Java client: format, lengths, warnings of the compiler, also about comments, tests with a server
# (SHAPEWRIGHT_SERVER), warnings of javadoc. Exits with 3 where its packages cannot be had.
# usage: test.sh [--format]     with it: writes the sources as the formatter wants them, and does nothing else
# needs: java javac javadoc mvn openssl
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
fail() { echo "client/java: $*" >&2; exit 1; }
mvn -q -B dependency:resolve dependency:copy >&2 || exit 3

mapfile -t sources < <(find src -name '*.java' | sort)
exports=()
for package in api code file parser tree util; do
  exports+=("--add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED")
done
format=(java "${exports[@]}" -jar target/tools/google-java-format.jar)
if [[ ${1:-} == --format ]]; then
  "${format[@]}" --replace "${sources[@]}"
  exit
fi

unformatted=$("${format[@]}" --dry-run "${sources[@]}")
[[ ! $unformatted ]] || fail "not formatted (test.sh --format): $unformatted"
long=$(wc -l "${sources[@]}" | awk '$1 > 500 && $2 != "total"')
[[ ! $long ]] || fail "longer than 500 lines: $long"
mvn -q -B test
./javadoc.sh target/javadoc
