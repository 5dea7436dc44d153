#include "tests/core/inference/support/model_text.h"

#include <cctype>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/shape/element_type.h"

namespace shapewright {
namespace {

std::vector<std::string> Tokenize(absl::string_view text) {
  std::vector<std::string> tokens;
  size_t i = 0;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' ||
           c == '@' || c == '/';
  };
  while (i < text.size()) {
    const size_t begin = i;
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
      continue;
    }
    if (text[i] == '\'') {
      i = text.find('\'', i + 1) + 1;
    } else if (text.substr(i, 2) == "->") {
      i += 2;
    } else if (is_word(text[i])) {
      while (i < text.size() && is_word(text[i])) ++i;
    } else {
      ++i;
    }
    tokens.emplace_back(text.substr(begin, i - begin));
  }
  return tokens;
}

int ElementNumber(absl::string_view name) {
  for (int i = 0; i < shape::kElementTypeCount; ++i) {
    if (shape::ElementTypeName(static_cast<shape::ElementType>(i)) == name) {
      return i;
    }
  }
  return -1;
}

bool IsInteger(const std::string& token) {
  int64_t value;
  return absl::SimpleAtoi(token, &value);
}

class Parser {
 public:
  explicit Parser(absl::string_view text) : tokens_(Tokenize(text)) {}

  onnx::ModelProto Parse() {
    model_.set_ir_version(8);
    ParseGraph(model_.mutable_graph());
    if (model_.opset_import_size() == 0) {
      model_.add_opset_import()->set_version(17);
    }
    return std::move(model_);
  }

 private:
  const std::string& Peek() const {
    static const std::string& end = *new std::string;
    return at_ < tokens_.size() ? tokens_[at_] : end;
  }
  std::string Next() { return at_ < tokens_.size() ? tokens_[at_++] : ""; }
  bool Take(absl::string_view token) {
    if (Peek() != token) return false;
    ++at_;
    return true;
  }
  void Expect(absl::string_view token) {
    if (!Take(token)) Fail(absl::StrCat("expected ", token));
  }
  [[noreturn]] void Fail(const std::string& what) const {
    std::cerr << "model text: " << what << " at token " << at_ << " \"" << Peek() << "\"\n";
    std::abort();
  }
  static std::string Unquote(const std::string& token) {
    return token.size() > 1 && token[0] == '\'' ? token.substr(1, token.size() - 2) : token;
  }

  void ParseGraph(onnx::GraphProto* graph) {
    while (at_ < tokens_.size() && Peek() != "}") {
      if (Take("opset")) {
        ParseOpset();
      } else if (Take("function")) {
        ParseFunction();
      } else if (Take("input")) {
        ParseValue(graph->add_input());
      } else if (Take("output")) {
        ParseValue(graph->add_output());
      } else if (Take("value")) {
        ParseValue(graph->add_value_info());
      } else if (Take("const")) {
        onnx::TensorProto* tensor = graph->add_initializer();
        tensor->set_name(Next());
        Expect(":");
        ParseTensorHead(Next(), tensor);
        Expect("=");
        ParseNumbers(tensor);
      } else {
        ParseNode(graph->add_node());
      }
    }
  }

  void ParseOpset() {
    onnx::OperatorSetIdProto* opset = model_.add_opset_import();
    if (!IsInteger(Peek())) opset->set_domain(Next());
    opset->set_version(std::atoll(Next().c_str()));
  }

  void ParseValue(onnx::ValueInfoProto* value) {
    value->set_name(Next());
    if (Take(":")) ParseType(value->mutable_type());
  }

  void ParseType(onnx::TypeProto* type) {
    const std::string name = Next();
    if (name == "seq") {
      Expect("(");
      ParseType(type->mutable_sequence_type()->mutable_elem_type());
      Expect(")");
      return;
    }
    auto* tensor = type->mutable_tensor_type();
    tensor->set_elem_type(ElementNumber(name));
    if (!Take("[")) return;
    auto* shape = tensor->mutable_shape();
    while (!Take("]")) {
      auto* dim = shape->add_dim();
      const std::string text = Next();
      if (IsInteger(text)) {
        dim->set_dim_value(std::atoll(text.c_str()));
      } else if (text != "?") {
        dim->set_dim_param(Unquote(text));
      }
      Take(",");
    }
  }

  void ParseTensorHead(const std::string& element, onnx::TensorProto* tensor) {
    tensor->set_data_type(ElementNumber(element));
    Expect("[");
    while (!Take("]")) {
      tensor->add_dims(std::atoll(Next().c_str()));
      Take(",");
    }
  }

  void ParseNumbers(onnx::TensorProto* tensor) {
    while (true) {
      double value;
      if (!absl::SimpleAtod(Peek(), &value)) return;
      const std::string text = Next();
      if (tensor->data_type() == 1) {
        tensor->add_float_data(static_cast<float>(value));
      } else if (tensor->data_type() == 7) {
        tensor->add_int64_data(std::atoll(text.c_str()));
      } else {
        tensor->add_int32_data(static_cast<int32_t>(value));
      }
    }
  }

  template <typename Add>
  void ParseNames(Add add) {
    Expect("(");
    while (!Take(")")) {
      const std::string name = Next();
      add(name == "_" ? "" : name);
      Take(",");
    }
  }

  void ParseNode(onnx::NodeProto* node) {
    do {
      const std::string name = Next();
      node->add_output(name == "_" ? "" : name);
    } while (Take(","));
    Expect("=");
    const std::string op = Next();
    const size_t dot = op.rfind('.');
    node->set_op_type(dot == std::string::npos ? op : op.substr(dot + 1));
    if (dot != std::string::npos) node->set_domain(op.substr(0, dot));
    ParseNames([&](const std::string& name) { node->add_input(name); });
    while (at_ + 1 < tokens_.size() && tokens_[at_ + 1] == "=" && IsAttributeAhead()) {
      onnx::AttributeProto* attribute = node->add_attribute();
      attribute->set_name(Next());
      Expect("=");
      ParseAttribute(attribute);
    }
  }

  // `a = Op(` is the next node, `a = 3` an attribute.
  bool IsAttributeAhead() const { return at_ + 3 >= tokens_.size() || tokens_[at_ + 3] != "("; }

  // Behind "[".
  void ParseList(onnx::AttributeProto* attribute) {
    using Kind = onnx::AttributeProto;
    attribute->set_type(Kind::INTS);
    while (!Take("]")) {
      const std::string token = Next();
      if (token[0] == '\'') {
        attribute->set_type(Kind::STRINGS);
        attribute->add_strings(Unquote(token));
      } else if (IsInteger(token)) {
        attribute->add_ints(std::atoll(token.c_str()));
      } else {
        attribute->set_type(Kind::FLOATS);
        attribute->add_floats(static_cast<float>(std::atof(token.c_str())));
      }
      Take(",");
    }
  }

  void ParseAttribute(onnx::AttributeProto* attribute) {
    using Kind = onnx::AttributeProto;
    if (Take("{")) {
      attribute->set_type(Kind::GRAPH);
      ParseGraph(attribute->mutable_g());
      Expect("}");
      return;
    }
    if (Take("[")) return ParseList(attribute);
    const std::string token = Next();
    double number;
    if (token[0] == '@') {
      attribute->set_type(Kind::INT);
      attribute->set_ref_attr_name(token.substr(1));
    } else if (token[0] == '\'') {
      attribute->set_type(Kind::STRING);
      attribute->set_s(Unquote(token));
    } else if (IsInteger(token)) {
      attribute->set_type(Kind::INT);
      attribute->set_i(std::atoll(token.c_str()));
    } else if (absl::SimpleAtod(token, &number)) {
      attribute->set_type(Kind::FLOAT);
      attribute->set_f(static_cast<float>(number));
    } else {
      attribute->set_type(Kind::TENSOR);
      ParseTensorHead(token, attribute->mutable_t());
      Expect("(");
      ParseNumbers(attribute->mutable_t());
      Expect(")");
    }
  }

  void ParseFunction() {
    onnx::FunctionProto* function = model_.add_functions();
    const std::string full = Next();
    const size_t dot = full.rfind('.');
    function->set_domain(full.substr(0, dot));
    function->set_name(full.substr(dot + 1));
    function->add_opset_import()->set_version(17);
    ParseNames([&](const std::string& name) { function->add_input(name); });
    Expect("->");
    ParseNames([&](const std::string& name) { function->add_output(name); });
    Expect("{");
    while (!Take("}")) {
      if (Take("attribute")) {
        function->add_attribute(Next());
      } else {
        ParseNode(function->add_node());
      }
    }
    for (const onnx::NodeProto& node : function->node()) {
      if (node.domain().empty()) continue;
      auto* opset = function->add_opset_import();
      opset->set_domain(node.domain());
      opset->set_version(1);
    }
  }

  std::vector<std::string> tokens_;
  size_t at_ = 0;
  onnx::ModelProto model_;
};

}  // namespace

onnx::ModelProto ParseModelText(absl::string_view text) { return Parser(text).Parse(); }

}  // namespace shapewright
