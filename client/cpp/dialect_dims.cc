#include "client/cpp/dialect_dims.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "client/cpp/answer_symbols.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace shapewright {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

class DialectWriter {
 public:
  DialectWriter(symbolic::Dialect dialect, const v1::InferShapesResponse& response)
      : dialect_(dialect), symbols_(SymbolsOfAllRuns(response)) {}

  void Visit(Message& message);

 private:
  struct Replaced {
    std::string ours;
    std::string theirs;
  };

  const std::string& Find(const std::string& ours);
  void VisitField(Message& message, const FieldDescriptor& field);
  // In a text that has the expressions in their order.
  static void Replace(const std::vector<Replaced>& replaced, size_t first, std::string& text);

  symbolic::Dialect dialect_;
  AnswerSymbols symbols_;
  absl::flat_hash_map<std::string, std::string> known_;
  // Of the messages that are visited, in the order of their fields.
  std::vector<Replaced> replaced_;
};

const std::string& DialectWriter::Find(const std::string& ours) {
  const auto [found, is_new] = known_.try_emplace(ours, ours);
  if (!is_new) return found->second;
  const symbolic::Expr expr = symbols_.Parse(ours);
  if (!expr.is_symbolic() || symbols_.arena().AsSymbol(expr) != nullptr) return found->second;
  auto theirs = symbolic::ToDialectText(symbols_.arena(), expr, dialect_);
  if (theirs) found->second = *std::move(theirs);
  return found->second;
}

void DialectWriter::Replace(const std::vector<Replaced>& replaced, size_t first,
                            std::string& text) {
  size_t at = 0;
  for (size_t i = first; i < replaced.size(); ++i) {
    const size_t found = text.find(replaced[i].ours, at);
    if (found == std::string::npos) continue;
    text.replace(found, replaced[i].ours.size(), replaced[i].theirs);
    at = found + replaced[i].theirs.size();
  }
}

void DialectWriter::Visit(Message& message) {
  const Reflection& reflection = *message.GetReflection();
  const size_t first = replaced_.size();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* const field : fields) VisitField(message, *field);
  const FieldDescriptor* const text = message.GetDescriptor()->FindFieldByName("text");
  const bool has_text = text != nullptr && text->type() == FieldDescriptor::TYPE_STRING &&
                        !text->is_repeated() && replaced_.size() > first;
  if (!has_text) return;
  std::string written = reflection.GetString(message, text);
  Replace(replaced_, first, written);
  reflection.SetString(&message, text, std::move(written));
}

void DialectWriter::VisitField(Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    if (!field.is_repeated()) return Visit(*reflection.MutableMessage(&message, &field));
    for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
      Visit(*reflection.MutableRepeatedMessage(&message, &field, i));
    }
    return;
  }
  const bool is_expr = field.name() == "expr" && field.type() == FieldDescriptor::TYPE_STRING &&
                       !field.is_repeated();
  if (!is_expr) return;
  std::string ours = reflection.GetString(message, &field);
  const std::string& theirs = Find(ours);
  reflection.SetString(&message, &field, theirs);
  replaced_.push_back({std::move(ours), theirs});
}

}  // namespace

void WriteDimsAs(symbolic::Dialect dialect, v1::InferShapesResponse& response) {
  if (dialect == symbolic::Dialect::kOurs) return;
  DialectWriter(dialect, response).Visit(response);
}

}  // namespace shapewright
