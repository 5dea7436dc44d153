// What tests include besides core.h. See cmake/PrecompiledHeaders.cmake.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "cmake/precompiled/api.h"
#include "proto/onnx/onnx.pb.h"
