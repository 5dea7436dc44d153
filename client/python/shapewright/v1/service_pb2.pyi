from shapewright.v1 import chain_pb2 as _chain_pb2
from shapewright.v1 import cost_pb2 as _cost_pb2
from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
from shapewright.v1 import explain_pb2 as _explain_pb2
from shapewright.v1 import guard_pb2 as _guard_pb2
from shapewright.v1 import infer_pb2 as _infer_pb2
from shapewright.v1 import kept_pb2 as _kept_pb2
from shapewright.v1 import layout_pb2 as _layout_pb2
from shapewright.v1 import merge_pb2 as _merge_pb2
from shapewright.v1 import plan_pb2 as _plan_pb2
from shapewright.v1 import registry_pb2 as _registry_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
