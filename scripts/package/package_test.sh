#!/usr/bin/env bash
# `./dev package-test`: installs what is in dist/ into fresh roots of Debian, and runs the first example of the client's
# README there. One line per language with the time from the install to the answer. Not as root, or where no root can be
# made, the wheel is tried in a venv alone; that is said, and the exit code is 77.
# usage: package_test.sh [LANGUAGE...]     of deb, python, cpp, go, typescript, java; default: all
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
release=bookworm # the Debian that the packages are built on
newer=trixie     # one that only the wheel is for
model=tests/data/corpus/models/lstm_tagger_ts11.onnx
version=$(<VERSION)
log=$PWD/build/package/test.log
shopt -s nullglob
wheels=(dist/*.whl)

say() { echo "package-test: $*" >&2; }
fail() { say "FAILED: $*, see ${log#"$PWD/"}"; tail -20 "$log" >&2; exit 1; }
source scripts/package/roots.sh
trap close_root EXIT

# A block of code of a README.
example() { # FILE LANGUAGE NUMBER
  awk -v begin="^\`\`\`$2\$" -v number="$3" '$0 ~ begin { on = ++n == number; next } /^```$/ { on = 0 } on' "$1"
}

# What a README says that its first example prints.
printed() { # FILE
  awk '/^prints$/ { on = 1; next } on && /^    / { print substr($0, 5); any = 1; next } any { exit }' "$1"
}

# The first example of the Python client's README as a doctest, and the model that it names, below $1.
put_python_example() {
  example client/python/README.md python 1 >"$1/example.txt"
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
grep "^\.TH " venv/share/man/man1/shapewright.1
venv/bin/shapewright infer --embedded "$3"'

# Uses the programs of the .deb, as an ordinary user.
use_deb='set -eu
shapewright --version
zcat /usr/share/man/man1/shapewright.1.gz /usr/share/man/man1/shapewright-server.1.gz | grep -c "^\.TH "
bash -c ". /usr/share/bash-completion/completions/shapewright && complete -p shapewright"
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

# Runs a program of a client in the folder that it is given, with a server. What it prints is in /tmp/printed.
with_server='set -eu
cd "$1"
shift
shapewright-server --listen unix:/tmp/socket &
server=$!
export SHAPEWRIGHT_TARGET=unix:/tmp/socket
tries=0
until shapewright health --target "$SHAPEWRIGHT_TARGET" --deadline 2s; do
  tries=$((tries + 1)); [ $tries -lt 50 ] || exit 1; sleep 0.1
done
"$@" >/tmp/printed
cat /tmp/printed
kill -TERM $server
wait $server'

# Oracle of the shape: onnxruntime runs of the model, [batch, sequence, 17] (tests/data/corpus/truth).
expect_answer() { grep -Eq '^ *tags +float +\[batch, sequence, 17\]' "$log" || fail "$1: a wrong answer"; }

# The README says what its example prints: of Concat(x, k), where x is float32[N, 3] and k has five rows.
expect_printed() { # LANGUAGE
  diff <(printed "client/$1/README.md") "$root/tmp/printed" >>"$log" || fail "$1: the example prints something else"
}

# Opens a root with a toolchain, and dist/ in it.
begin() { # NAME RELEASE PACKAGE...
  : >"$log"
  make_toolchain "$@" || fail "no root $1 can be made"
  open_root "$1"
  inside apt-get update || fail "apt-get update"
  cp -r dist "$root/dist"
  started=$(date +%s)
}

end() { # WHAT
  echo "$1, answers after $(($(date +%s) - started)) s"
  close_root
}

install_server() {
  inside apt-get install -y --no-install-recommends "/dist/$(basename dist/shapewright_*.deb)" ||
    fail "the .deb cannot be installed"
}

test_wheel() { # RELEASE
  begin "$1-python" "$1" python3 python3-venv
  put_python_example "$root/tmp"
  inside sh -c "$use_wheel" sh /tmp "/dist/$(basename "${wheels[0]}")" "$model" || fail "the wheel"
  expect_answer "the wheel"
  end "python: the wheel in $1 with Python alone"
}

test_python() {
  test_wheel "$release"
  if make_base "$newer"; then test_wheel "$newer"; else leave_out "the wheel in $newer" "no root of it can be made"; fi
}

test_deb() {
  : >"$log"
  begin "$release" "$release"
  install -m 644 "$model" "$root/tmp/model.onnx"
  install_server
  inside su nobody -s /bin/sh -c "$use_deb" || fail "the .deb"
  expect_answer "the .deb"
  end "deb: the .deb in $release"
}

# Debian's Go is older than the module needs: this machine's goes into the root.
test_go() {
  local goroot module
  command -v go >/dev/null || { leave_out go "no toolchain of Go here, and Debian's is too old"; return; }
  goroot=$(go env GOROOT)
  module=$(sed -n 's/^module //p' client/go/go.mod)
  begin "$release" "$release"
  mkdir -p "$root/usr/local/go" "$root/tests/languages" "$root/client/go"
  cp -a "$goroot/." "$root/usr/local/go"
  cp tests/languages/tail.onnx "$root/tests/languages"
  example client/go/README.md go 1 >"$root/client/go/main.go"
  started=$(date +%s)
  install_server
  inside sh -ec 'cd /client/go
    export GOPROXY="file:///dist/go-proxy,$(go env GOPROXY)" GONOSUMDB="$2"
    go mod init example
    go get "$2@v$1"
    go build -o example .' sh "$version" "$module" || fail "go: the module"
  inside sh -c "$with_server" sh /client/go ./example || fail "go: the example"
  expect_printed go
  end "go: the module in $release with $(go env GOVERSION) of this machine"
}

test_typescript() {
  begin "$release-typescript" "$release" nodejs npm
  mkdir -p "$root/tests/languages" "$root/client/typescript"
  cp tests/languages/tail.onnx "$root/tests/languages"
  example client/typescript/README.md ts 1 >"$root/client/typescript/example.mts"
  install_server
  local name tools=()
  for name in typescript @types/node; do
    tools+=("$name@$(sed -n "s|^ *\"$name\": \"\(.*\)\",*|\1|p" client/typescript/package.json)")
  done
  inside sh -ec 'cd /client/typescript
    package=$1
    shift
    npm install --no-audit --no-fund "$package" "$@"
    npx tsc --module node16 --target es2022 --strict --types node --skipLibCheck example.mts' \
    sh "/dist/shapewright-$version.tgz" "${tools[@]}" || fail "typescript: the package"
  inside sh -c "$with_server" sh /client/typescript node example.mjs || fail "typescript: the example"
  expect_printed typescript
  end "typescript: the npm tarball in $release with its Node.js"
}

test_java() {
  begin "$release-java" "$release" default-jdk-headless maven
  local folder=$root/client/java
  mkdir -p "$folder/src/main/java" "$root/tests/languages"
  cp tests/languages/tail.onnx "$root/tests/languages"
  example client/java/README.md java 1 >"$folder/src/main/java/Shapes.java"
  cat >"$folder/pom.xml" <<END
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>example</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>dev.shapewright</groupId>
      <artifactId>shapewright</artifactId>
      <version>$version</version>
    </dependency>
  </dependencies>
</project>
END
  install_server
  inside sh -ec 'cd /client/java
    mvn -q -B install:install-file -Dfile="$1.jar" -DpomFile="$1.pom"
    mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath' \
    sh "/dist/shapewright-$version" || fail "java: the jar"
  inside sh -c "$with_server" sh /client/java \
    sh -c 'exec java -cp "target/classes:$(cat classpath)" Shapes' || fail "java: the example"
  expect_printed java
  inside sh -c 'jar --describe-module --file "$1.jar" | grep -x "dev\.shapewright@.* automatic" && jar tf "$1-javadoc.jar" | grep -x index.html' \
    sh "/dist/shapewright-$version" || fail "java: the name of the module, or the pages of javadoc"
  end "java: the jar in $release with its JDK and Maven"
}

test_cpp() {
  begin "$release-cpp" "$release" g++ cmake make pkg-config
  cp -r examples/embedded "$root/embedded"
  install -m 644 "$model" "$root/tmp/model.onnx"
  inside sh -ec 'apt-get install -y --no-install-recommends "$1"
    cmake -S /embedded -B /embedded/build
    cmake --build /embedded/build
    /embedded/build/embedded /tmp/model.onnx
    c++ -std=c++20 /embedded/main.cc $(pkg-config --cflags --libs shapewright) -o /embedded/other
    /embedded/other /tmp/model.onnx' sh "/dist/$(basename dist/shapewright-dev_*.deb)" || fail "cpp: the library"
  [[ $(grep -cFx 'output tags: float32[batch, sequence, 17]' "$log") == 2 ]] || fail "cpp: a wrong answer"
  mkdir -p "$root/client/cpp" "$root/tests/languages"
  cp examples/client/CMakeLists.txt "$root/client/cpp"
  cp tests/languages/tail.onnx "$root/tests/languages"
  example client/cpp/README.md cpp 1 >"$root/client/cpp/main.cc"
  install_server
  inside sh -ec 'cmake -S /client/cpp -B /client/cpp/build
    cmake --build /client/cpp/build
    cd /client/cpp
    c++ -std=c++20 main.cc $(pkg-config --cflags --libs shapewright-client) -o other' || fail "cpp: the client"
  inside sh -c "$with_server" sh /client/cpp build/client || fail "cpp: the client's example"
  expect_printed cpp
  inside sh -c "$with_server" sh /client/cpp ./other || fail "cpp: the client by pkg-config"
  expect_printed cpp
  end "cpp: the library and the client in $release with g++, CMake and pkg-config"
}

# Where no root can be made: a venv, and a PATH without a compiler.
test_wheel_in_venv() {
  local folder
  folder=$(mktemp -d)
  put_python_example "$folder"
  mkdir "$folder/path"
  ln -s "$(command -v python3)" "$(command -v sh)" "$folder/path"
  started=$(date +%s)
  PATH=$folder/path sh -c "$use_wheel" sh "$folder" "$PWD/${wheels[0]}" "$model" >"$log" 2>&1 || fail "the wheel"
  expect_answer "the wheel"
  rm -rf "$folder"
  end "python: the wheel in a venv"
}

left_out=()
leave_out() { # WHAT WHY
  left_out+=("$1 ($2)")
}

mkdir -p "$(dirname "$log")"
: >"$log"
((${#wheels[@]})) || { say "dist/ has no wheel: ./dev package"; exit 1; }
(cd dist && sha256sum --quiet -c SHA256SUMS) || { say "FAILED: the checksums"; exit 1; }
if ((EUID != 0)) || ! command -v debootstrap >/dev/null || ! make_base "$release"; then
  say "NOT RUN but for the wheel: no fresh root of Debian can be made here (root, debootstrap and a mirror are needed)"
  test_wheel_in_venv
  exit 77
fi
languages=("$@")
((${#languages[@]})) || languages=(deb python cpp go typescript java)
for language in "${languages[@]}"; do
  declare -F "test_$language" >/dev/null || { say "no such language: $language"; exit 1; }
  "test_$language"
done
((!${#left_out[@]})) || { say "NOT RUN: ${left_out[*]}"; exit 77; }
