"""Runs models by onnxruntime's C API, which Python's lacks: how much of the CPU arena a run used at most.

The functions are reached by their places in the struct OrtApi, to which later versions only append.
"""
import ctypes
import glob
import os

import numpy as np
import onnxruntime

VERSION = 23
PLACES = {
    "GetErrorMessage": 2, "CreateEnv": 3, "CreateSession": 7, "Run": 9, "CreateSessionOptions": 10, "DisableMemPattern": 17,
    "SetSessionGraphOptimizationLevel": 23, "SetIntraOpNumThreads": 24, "CreateTensorWithDataAsOrtValue": 49,
    "CreateCpuMemoryInfo": 69, "ReleaseStatus": 93, "ReleaseSession": 95, "ReleaseValue": 96, "AddSessionConfigEntry": 130,
    "CreateAllocator": 131, "ReleaseAllocator": 132, "CreateAndRegisterAllocator": 144, "ReleaseArenaCfg": 157,
    "CreateArenaCfgV2": 164, "UnregisterAllocator": 177, "GetKeyValue": 297, "ReleaseKeyValuePairs": 300, "AllocatorGetStats": 319,
}
RETURN_NOTHING = {"ReleaseStatus", "ReleaseAllocator", "ReleaseArenaCfg", "ReleaseSession", "ReleaseValue", "ReleaseKeyValuePairs"}
ELEMENTS = {np.dtype(name): number for name, number in (
    ("float32", 1), ("uint8", 2), ("int8", 3), ("uint16", 4), ("int16", 5), ("int32", 6), ("int64", 7), ("bool", 9),
    ("float16", 10), ("float64", 11), ("uint32", 12), ("uint64", 13))}
DISABLE_ALL, ENABLE_ALL = 0, 99


class ArenaError(Exception):
    """What onnxruntime says of a model that it cannot run."""


class _Base(ctypes.Structure):
    _fields_ = [("GetApi", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)),
                ("GetVersionString", ctypes.CFUNCTYPE(ctypes.c_char_p))]


class Arena:
    """onnxruntime with one thread, without memory patterns."""

    def __init__(self):
        [path] = glob.glob(os.path.join(os.path.dirname(onnxruntime.__file__), "capi", "libonnxruntime.so.*"))
        library = ctypes.CDLL(path)
        library.OrtGetApiBase.restype = ctypes.POINTER(_Base)
        self._api = ctypes.cast(library.OrtGetApiBase().contents.GetApi(VERSION), ctypes.POINTER(ctypes.c_void_p))
        self._env = self._make("CreateEnv", ctypes.c_int(4), b"")
        self._memory = self._make("CreateCpuMemoryInfo", ctypes.c_int(1), ctypes.c_int(0))

    def _call(self, name, *arguments):
        result = None if name in RETURN_NOTHING else ctypes.c_char_p if name.startswith("GetError") else ctypes.c_void_p
        function = ctypes.CFUNCTYPE(result)(self._api[PLACES[name]])
        return function(*arguments)

    def _check(self, name, *arguments):
        status = self._call(name, *arguments)
        if status:
            message = self._call("GetErrorMessage", ctypes.c_void_p(status)).decode(errors="replace")
            self._call("ReleaseStatus", ctypes.c_void_p(status))
            raise ArenaError(message)

    def _make(self, name, *arguments):
        made = ctypes.c_void_p()
        self._check(name, *arguments, ctypes.byref(made))
        return made

    def _tensor(self, array):
        dims = (ctypes.c_int64 * array.ndim)(*array.shape)
        return self._make("CreateTensorWithDataAsOrtValue", self._memory, ctypes.c_void_p(array.ctypes.data),
                          ctypes.c_size_t(array.nbytes), dims, ctypes.c_size_t(array.ndim), ctypes.c_int(ELEMENTS[array.dtype]))

    def peak(self, path, inputs, outputs, level=DISABLE_ALL):
        """Bytes of the arena that a run used at most: no weights, no inputs, and none of `outputs`, which are arrays by name."""
        options = self._make("CreateSessionOptions")
        self._check("SetIntraOpNumThreads", options, ctypes.c_int(1))
        self._check("DisableMemPattern", options)
        self._check("SetSessionGraphOptimizationLevel", options, ctypes.c_int(level))
        self._check("AddSessionConfigEntry", options, b"session.use_device_allocator_for_initializers", b"1")
        self._check("AddSessionConfigEntry", options, b"session.disable_prepacking", b"1")
        self._check("AddSessionConfigEntry", options, b"session.use_env_allocators", b"1")
        self._register()
        try:
            return self._run(path, inputs, outputs, options)
        finally:
            self._check("UnregisterAllocator", self._env, self._memory)

    def _register(self):
        """An arena that splits every chunk, so that what it says is in use was asked for; rounded up to 256 bytes."""
        keys = (ctypes.c_char_p * 2)(b"max_dead_bytes_per_chunk", b"arena_extend_strategy")
        values = (ctypes.c_size_t * 2)(1, 1)
        config = self._make("CreateArenaCfgV2", keys, values, ctypes.c_size_t(2))
        self._check("CreateAndRegisterAllocator", self._env, self._memory, config)
        self._call("ReleaseArenaCfg", config)

    def _run(self, path, inputs, outputs, options):
        session = self._make("CreateSession", self._env, path.encode(), options)
        allocator = self._make("CreateAllocator", session, self._memory)
        before = self._stat(allocator, b"InUse")
        given = [self._tensor(array) for array in inputs.values()]
        taken = [self._tensor(array) for array in outputs.values()]
        self._check("Run", session, None, self._names(inputs), self._values(given), ctypes.c_size_t(len(given)),
                    self._names(outputs), ctypes.c_size_t(len(taken)), self._values(taken))
        most = self._stat(allocator, b"MaxInUse")
        for value in given + taken:
            self._call("ReleaseValue", value)
        self._call("ReleaseAllocator", allocator)
        self._call("ReleaseSession", session)
        return most - before

    def _stat(self, allocator, key):
        pairs = self._make("AllocatorGetStats", allocator)
        get = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p)(self._api[PLACES["GetKeyValue"]])
        text = get(pairs, key)
        self._call("ReleaseKeyValuePairs", pairs)
        return int(text or 0)

    @staticmethod
    def _names(arrays):
        return (ctypes.c_char_p * max(len(arrays), 1))(*(name.encode() for name in arrays))

    @staticmethod
    def _values(values):
        return (ctypes.c_void_p * max(len(values), 1))(*(value.value for value in values))
