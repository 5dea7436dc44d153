# The service and its command line: docker build -t shapewright . (or buildah bud --format docker)

FROM debian:bookworm-slim AS build
ENV DEBIAN_FRONTEND=noninteractive
WORKDIR /source
# The list of packages stands in dev alone. They come before the sources, so that they stay cached.
COPY dev ./
RUN apt-get update && apt-get install -y --no-install-recommends $(./dev _packages)
COPY . .
# Where a folder of compiler results is mounted there, it is used.
ARG CCACHE_DIR=/var/cache/ccache CCACHE_BASEDIR=/ CCACHE_NOHASHDIR=1
RUN cmake --preset release -DSHAPEWRIGHT_BUILD_TESTS=OFF -DSHAPEWRIGHT_BUILD_BENCHMARKS=OFF \
 && cmake --build --preset release --target shapewright-server shapewright shapewright_protoset \
 && strip build/release/bin/shapewright-server build/release/bin/shapewright
RUN scripts/runtime_packages.sh build/release/bin/shapewright-server build/release/bin/shapewright \
    > build/runtime-packages

FROM debian:bookworm-slim
COPY --from=build /source/build/runtime-packages /usr/share/shapewright/
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive xargs apt-get install -y --no-install-recommends \
    < /usr/share/shapewright/runtime-packages \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
COPY --from=build /source/LICENSE /source/build/release/share/shapewright.protoset /usr/share/shapewright/
COPY --from=build /source/build/release/bin/shapewright-server /source/build/release/bin/shapewright /usr/local/bin/
# The default place of the socket; a volume in its place must be writable for this user.
RUN install -d -o 65532 -g 65532 -m 0755 /run/shapewright
# Large models are read in fewer page faults.
ENV GLIBC_TUNABLES=glibc.malloc.hugetlb=1
USER 65532:65532
# docker build --build-arg VERSION=$(cat VERSION) --build-arg REVISION=$(git rev-parse HEAD)
ARG VERSION REVISION
LABEL org.opencontainers.image.title="Shapewright" \
      org.opencontainers.image.description="Answers questions about the shapes of tensors in ONNX models over gRPC" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
# By the same environment as the server: SHAPEWRIGHT_TARGET where it does not listen on the socket.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["shapewright", "health", "--deadline", "2s"]
ENTRYPOINT ["shapewright-server"]
