#include "core/inference/text/answer_text.h"

#include <algorithm>
#include <string>

#include "core/inference/text/node_text.h"

namespace shapewright::inference {

absl::string_view AnswerText::Keep(absl::string_view bytes) {
  // Not null for an empty text, as null means that it was not kept.
  auto* const copy = static_cast<char*>(memory_.allocate(bytes.size() + 1, 1));
  std::copy(bytes.begin(), bytes.end(), copy);
  return {copy, bytes.size()};
}

absl::string_view AnswerText::Print(symbolic::Expr e) {
  const symbolic::NodeId key = e.node();
  if (key >= texts_.size()) texts_.resize(workspace_.exprs().node_count());
  if (texts_[key].data() == nullptr) {
    texts_[key] = Keep(printer_.Print(e));
    printed_.push_back(e);
  }
  return texts_[key];
}

void AnswerText::WriteType(WireWriter& out, uint32_t field, shape::TypeId type) {
  if (type >= types_.size()) types_.resize(workspace_.types().size());
  if (types_[type].data() != nullptr) return out.Bytes(field, types_[type]);
  const size_t begin = out.Begin(field);
  writer_.PutTypeContent(type, out);
  if (!out.is_full()) types_[type] = Keep(out.view().substr(begin));
  out.End(begin);
}

void AnswerText::WriteSite(WireWriter& out, uint32_t field, const symbolic::Site& site) {
  answer::MessageWriter::PutSite(field, site, SiteNamesOf(workspace_.model(), site), out);
}

}  // namespace shapewright::inference
