#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MODEL_REQUEST_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MODEL_REQUEST_H_

#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>

namespace shapewright::fuzz {

// Reads a request about a model as the server does.
bool ParseModelRequest(const uint8_t* data, size_t size, google::protobuf::Message* request);

// A libFuzzer mutator of serialized requests about a model, of the type of `request`, which is
// empty: half the time it changes the ONNX model within, else the request around it, by their
// schemas; now and then the bytes.
size_t MutateModelRequest(google::protobuf::Message* request, uint8_t* data, size_t size,
                          size_t max_size, unsigned int seed);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MODEL_REQUEST_H_
