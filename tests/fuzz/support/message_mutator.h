#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MESSAGE_MUTATOR_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MESSAGE_MUTATOR_H_

#include <google/protobuf/message.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::fuzz {

// Changes protobuf messages by their schema, so that what comes out is still a
// message: fields come, go and change, parts of it are copied to where their
// type fits, strings are taken from elsewhere in it, so that names find each
// other. All is decided by the seed.
class MessageMutator {
 public:
  using Message = google::protobuf::Message;
  using Field = google::protobuf::FieldDescriptor;

  // Strings that fields may take besides those in the message.
  MessageMutator(uint32_t seed, absl::Span<const absl::string_view> words)
      : random_(seed), words_(words) {}

  // A few changes anywhere in the message.
  void Mutate(Message& root);
  // Copies a part of `other`, of the same type, to a place in `root`.
  void CrossOver(Message& root, const Message& other);

  // A number below `end`.
  size_t Below(size_t end) { return random_() % end; }

 private:
  // The parts of a message, itself first.
  using Parts = std::vector<Message*>;

  void MutateOnce(Message& root);
  void ChangeField(Message& message, const Field& field, const Parts& parts);
  void ChangeRepeated(Message& message, const Field& field, const Parts& parts);
  void SetValue(Message& message, const Field& field, const Parts& parts);
  void SetMessage(Message& message, const Field& field, const Parts& parts);
  std::string NewString(const Field& field, const Parts& parts, absl::string_view old);
  std::string StringOf(const Parts& parts, const Field& like);
  std::string Bytes(absl::string_view old);
  int64_t Number();

  std::mt19937 random_;
  absl::Span<const absl::string_view> words_;
};

// Serializes into `data` what a libFuzzer mutator made, and returns its size;
// nothing is written of what exceeds `max_size`, and `old_size` is returned.
size_t Write(const google::protobuf::Message& message, uint8_t* data, size_t old_size,
             size_t max_size);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MESSAGE_MUTATOR_H_
