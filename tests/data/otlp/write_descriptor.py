"""Writes trace_service.binpb: the official messages of the OpenTelemetry protocol, as a FileDescriptorSet that tests read
what is sent to collectors with. Run with the PyPI package opentelemetry-proto 1.45.2."""

import pathlib

from google.protobuf import descriptor_pb2
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

written, files = set(), descriptor_pb2.FileDescriptorSet()


def add(file):
    if file.name in written:
        return
    written.add(file.name)
    for needed in file.dependencies:
        add(needed)
    file.CopyToProto(files.file.add())


add(trace_service_pb2.DESCRIPTOR)
pathlib.Path(__file__).with_name("trace_service.binpb").write_bytes(files.SerializeToString(deterministic=True))
