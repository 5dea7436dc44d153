// What tests with servers or clients include. See cmake/PrecompiledHeaders.cmake.
#include <nlohmann/json.hpp>

#include "cmake/precompiled/service.h"
#include "cmake/precompiled/test.h"
