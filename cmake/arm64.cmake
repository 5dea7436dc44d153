# Debian's cross-compiler for arm64, with the arm64 packages of the libraries beside the tools of this machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(Protobuf_PROTOC_EXECUTABLE /usr/bin/protoc)
