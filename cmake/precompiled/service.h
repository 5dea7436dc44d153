// What server/ and client/ include besides: gRPC and the generated API. See
// cmake/PrecompiledHeaders.cmake.
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <thread>

#include "cmake/precompiled/api.h"
#include "shapewright/v1/service.grpc.pb.h"
