#include "core/questions/rewrite/declared_shapes.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::questions {
namespace {

using graph::DeclaredDim;
using graph::ValueId;
using graph::ValueOrigin;
using symbolic::Expr;

class ShapeDeclarer {
 public:
  explicit ShapeDeclarer(RewriteDraft& draft)
      : draft_(draft), workspace_(draft.engine().workspace()) {
    const symbolic::ExprArena& arena = workspace_.exprs();
    for (symbolic::SymbolId id = 0; id < arena.symbols().size(); ++id) {
      draft.engine().work().Count();
      const symbolic::Symbol& symbol = arena.symbol(id);
      const Expr now = workspace_.facts().Finalize(Expr::FromNode(symbol.node));
      if (now != Expr::FromNode(symbol.node)) replaced_.insert(symbol.name);
    }
  }

  void Run() {
    const graph::Model& model = draft_.model();
    for (ValueId id = 0; id < model.values.size() && draft_.engine().work().Count(); ++id) {
      const graph::Value& value = model.values[id];
      if (!draft_.IsEditable(value.graph) || value.declared == nullptr) continue;
      if (value.origin == ValueOrigin::kInput && value.constant != nullptr) continue;
      // What a body's inputs are differs by iteration; nothing reads what is gone.
      const bool is_main_input = value.origin == ValueOrigin::kInput && value.graph == 0;
      const bool is_made = is_main_input || (value.origin == ValueOrigin::kNode &&
                                             (draft_.IsOutput(id) || draft_.CountReaders(id) > 0));
      if (is_main_input) Declare(id, v1::ShapeEdit::PLACE_INPUT);
      if (is_made && draft_.IsOutput(id)) Declare(id, v1::ShapeEdit::PLACE_OUTPUT);
      if (is_made && !is_main_input && !draft_.IsOutput(id))
        Declare(id, v1::ShapeEdit::PLACE_VALUE_INFO);
    }
  }

 private:
  void Declare(ValueId id, v1::ShapeEdit::Place place) {
    const graph::Value& value = draft_.model().values[id];
    const graph::DeclaredType& declared = *value.declared;
    const shape::Type& type = workspace_.types().at(draft_.engine().TypeOf(id));
    if (!type.is_tensor() || type.kind != declared.kind || !type.shape.has_rank) return;
    const size_t rank = type.shape.dims.size();
    if (!declared.has_shape || declared.dims.size() != rank) return;
    v1::ShapeEdit edit;
    bool is_changed = false;
    for (size_t axis = 0; axis < rank; ++axis) {
      is_changed |= PutDim(type.shape.dims[axis], declared.dims[axis], edit.add_dims());
    }
    if (!is_changed) return;
    edit.set_value(std::string(value.name));
    edit.set_place(place);
    *draft_.Add(value.graph, "the size follows from what is given", "S86").mutable_shape() = edit;
  }

  // Returns whether the dim differs from the declared one.
  bool PutDim(Expr dim, const DeclaredDim& declared, v1::Dim* out) {
    if (dim.is_constant()) {
      out->set_size(dim.constant());
      return !declared.has_size || declared.size != dim.constant();
    }
    if (IsNamed(dim)) {
      const auto text = symbolic::ToOnnxText(workspace_.exprs(), dim);
      if (text && NamesReplaced(declared.text)) {
        out->set_expr(*text);
        return declared.has_size || declared.text != *text;
      }
    }
    if (declared.has_size) {
      out->set_size(declared.size);
      return false;
    }
    if (NamesReplaced(declared.text)) return true;
    if (!declared.text.empty()) out->set_expr(std::string(declared.text));
    return false;
  }

  // Whether only names that inputs declare are in the expression.
  bool IsNamed(Expr dim) const {
    const symbolic::ExprArena& arena = workspace_.exprs();
    for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {&dim, 1})) {
      draft_.engine().work().Count();
      if (arena.symbol(id).kind != symbolic::SymbolKind::kInputDim) return false;
    }
    return true;
  }

  // Whether a text names a symbol that is replaced by what it equals.
  bool NamesReplaced(absl::string_view text) const {
    draft_.engine().work().Count(1 + text.size() / kBytesPerCount);
    if (replaced_.contains(text)) return true;
    for (size_t begin = 0; begin < text.size();) {
      const auto is_part = [&](size_t at) {
        return absl::ascii_isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_';
      };
      size_t end = begin;
      while (end < text.size() && is_part(end)) ++end;
      if (end > begin && replaced_.contains(text.substr(begin, end - begin))) return true;
      begin = end + 1;
    }
    return false;
  }

  RewriteDraft& draft_;
  rules::Workspace& workspace_;
  HashSet<std::string> replaced_;
};

}  // namespace

void DeclareShapes(RewriteDraft& draft) { ShapeDeclarer(draft).Run(); }

}  // namespace shapewright::questions
