#include "tests/fuzz/support/request_maker.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::fuzz {
namespace {

using onnx::TensorProto;

v1::ElementType ElementOf(int onnx_element) { return static_cast<v1::ElementType>(onnx_element); }

std::string AnyName(const MadeModel& model, Decisions& decisions) {
  const size_t choice = decisions.Below(4);
  if (choice == 0 && !model.values.empty()) return decisions.Pick(model.values);
  if (choice == 1 && !model.constants.empty()) return decisions.Pick(model.constants);
  return decisions.Pick(model.inputs).name;
}

std::string AnySymbol(const MadeModel& model, Decisions& decisions) {
  const size_t choice = decisions.Below(6);
  if (choice < 3) return std::string(1, static_cast<char>('N' + choice));
  const std::string& name = decisions.Pick(model.inputs).name;
  return choice == 3 ? name + "[]" : absl::StrCat(name, "[", decisions.Below(4), "]");
}

void FillElements(v1::Tensor* tensor, Decisions& decisions) {
  int64_t count = 1;
  for (const int64_t size : tensor->sizes()) count *= size;
  // Rarely not as many as the sizes say.
  if (decisions.OnceIn(16)) count = decisions.Between(0, 4);
  for (int64_t i = 0; i < count; ++i) {
    if (tensor->element_type() == v1::ELEMENT_TYPE_FLOAT) {
      tensor->add_floats(1);
    } else if (tensor->element_type() == v1::ELEMENT_TYPE_BOOL) {
      tensor->add_ints(decisions.Between(0, 1));
    } else {
      tensor->add_ints(decisions.Between(-1, 5));
    }
  }
}

void MakeTensor(v1::Tensor* tensor, Decisions& decisions) {
  tensor->set_element_type(decisions.OnceIn(4) ? v1::ELEMENT_TYPE_FLOAT : v1::ELEMENT_TYPE_INT64);
  for (int64_t rank = decisions.OnceIn(4) ? 0 : 1; rank > 0; --rank) {
    tensor->add_sizes(decisions.OnceIn(8) ? 64 : decisions.Between(0, 5));
  }
  FillElements(tensor, decisions);
}

void MakeType(v1::Type* type, Decisions& decisions) {
  type->mutable_tensor()->set_element_type(decisions.OnceIn(3) ? v1::ELEMENT_TYPE_FLOAT
                                                               : v1::ELEMENT_TYPE_INT64);
  v1::Shape* shape = type->mutable_tensor()->mutable_shape();
  for (int64_t rank = decisions.Between(0, 2); rank > 0; --rank) {
    v1::Dim* dim = shape->add_dims();
    if (decisions.OnceIn(3)) {
      dim->set_expr(decisions.OnceIn(2) ? "N + 1" : "P");
    } else {
      dim->set_size(decisions.Between(0, 5));
    }
  }
}

void AddGiven(const MadeModel& model, Decisions& decisions, v1::InferShapesRequest* request) {
  v1::ModelSpec& spec = *request->mutable_model();
  spec.mutable_options()->set_declared_types(static_cast<v1::MergePolicy>(decisions.Below(5)));
  for (int64_t i = decisions.Between(0, 2); i > 0; --i) {
    v1::NamedType* given = spec.add_input_types();
    given->set_name(AnyName(model, decisions));
    if (decisions.OnceIn(3)) {
      given->mutable_type()->set_text(decisions.OnceIn(2) ? "float32[N + 1, 2..8]" : "int64[?]");
    } else {
      MakeType(given->mutable_type(), decisions);
    }
  }
  for (int64_t i = decisions.Between(0, 2); i > 0; --i) {
    v1::NamedTensor* given = spec.add_constants();
    given->set_name(AnyName(model, decisions));
    MakeTensor(given->mutable_tensor(), decisions);
  }
  for (int64_t i = decisions.Between(0, 2); i > 0; --i) {
    const std::string symbol = absl::StrCat("`", AnySymbol(model, decisions), "`");
    if (decisions.Below(2) == 0) {
      spec.add_premises(absl::StrCat(symbol, " >= ", decisions.Between(0, 3)));
    }
    if (decisions.Below(2) == 0) {
      spec.add_premises(absl::StrCat(symbol, " <= ", decisions.Between(2, 6)));
    }
    if (decisions.OnceIn(3)) {
      spec.add_premises(absl::StrCat("mod(", symbol, ", ", decisions.Between(1, 3), ") = 0"));
    }
    if (decisions.OnceIn(4)) {
      spec.add_premises(absl::StrCat(symbol, " in {", decisions.Between(1, 5), "}"));
    }
  }
}

void AddBinding(const MadeModel& model, Decisions& decisions, v1::Binding* binding) {
  for (int64_t i = decisions.Between(0, 3); i > 0; --i) {
    v1::SymbolSize* given = binding->add_symbols();
    given->set_symbol(AnySymbol(model, decisions));
    given->set_size(decisions.Between(0, 6));
  }
  for (int64_t i = decisions.Between(0, 3); i > 0; --i) {
    v1::InputSizes* given = binding->add_inputs();
    given->set_name(decisions.Pick(model.inputs).name);
    if (decisions.Below(2) == 0) {
      for (int64_t k = decisions.Between(0, 2); k > 0; --k) {
        given->add_sizes(decisions.Between(-1, 5));
      }
      continue;
    }
    v1::Tensor tensor;
    MakeTensor(&tensor, decisions);
    if (decisions.OnceIn(4)) tensor.clear_sizes();
    *given->mutable_sizes() = tensor.sizes();
    *given->mutable_values() = tensor.ints();
  }
}

void AddSelection(const MadeModel& model, Decisions& decisions, v1::InferShapesRequest* request) {
  request->set_scope(static_cast<v1::Scope>(decisions.Below(4)));
  if (decisions.OnceIn(5)) request->add_values(AnyName(model, decisions));
  for (int part = v1::PART_NODES; part <= v1::PART_PROOFS; ++part) {
    if (decisions.Below(4) != 3) request->add_include(static_cast<v1::Part>(part));
  }
  if (!decisions.OnceIn(4)) return;
  v1::Submodel* part = request->mutable_model()->mutable_options()->mutable_submodel();
  if (decisions.OnceIn(3)) {
    part->mutable_function()->set_domain("fuzz.functions");
    part->mutable_function()->set_op_type("F0");
  } else if (!model.values.empty()) {
    part->add_outputs(decisions.Pick(model.values));
    if (decisions.OnceIn(2)) {
      v1::NamedType* input = part->add_inputs();
      input->set_name(AnyName(model, decisions));
      MakeType(input->mutable_type(), decisions);
    }
  }
}

// Sizes that agree wherever a name recurs.
v1::Tensor ConcreteTensor(const MadeInput& input, std::map<std::string, int64_t>& sizes,
                          Decisions& decisions) {
  v1::Tensor tensor;
  tensor.set_element_type(ElementOf(input.element));
  for (size_t axis = 0; axis < input.sizes.size(); ++axis) {
    if (input.names[axis].empty()) {
      tensor.add_sizes(input.sizes[axis]);
      continue;
    }
    const auto [size, is_new] = sizes.try_emplace(input.names[axis], 0);
    if (is_new) size->second = decisions.Between(0, 5);
    tensor.add_sizes(size->second);
  }
  return tensor;
}

}  // namespace

v1::InferShapesRequest MakeRequest(const MadeModel& model, Decisions& decisions) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model.proto.SerializePartialAsString());
  AddGiven(model, decisions, &request);
  AddSelection(model, decisions, &request);
  return request;
}

v1::PlanBucketsRequest MakeBuckets(const v1::ModelSpec& spec, const MadeModel& model,
                                   Decisions& decisions) {
  v1::PlanBucketsRequest request;
  *request.mutable_model() = spec;
  for (int64_t i = decisions.Between(1, 2); i > 0; --i) {
    v1::BucketAxis* axis = request.add_axes();
    axis->set_symbol(AnySymbol(model, decisions));
    axis->add_sizes(2);
    axis->add_sizes(decisions.Between(3, 6));
  }
  if (decisions.OnceIn(3)) request.mutable_memory()->set_alignment_bytes(64);
  for (int64_t i = decisions.Between(0, 2); i > 0 && !model.inputs.empty(); --i) {
    AddBinding(model, decisions, request.add_bindings());
  }
  return request;
}

v1::ExplainShapesRequest MakeQuestions(const v1::ModelSpec& spec, const MadeModel& model,
                                       Decisions& decisions) {
  v1::ExplainShapesRequest request;
  *request.mutable_model() = spec;
  for (int64_t i = decisions.Between(0, 3); i > 0 && !model.values.empty(); --i) {
    v1::ExplainQuestion* question = request.add_questions();
    if (decisions.OnceIn(4)) {
      question->set_fact(static_cast<uint32_t>(decisions.Below(4)));
      continue;
    }
    question->mutable_value()->set_name(AnyName(model, decisions));
    question->mutable_value()->set_graph(
        static_cast<uint32_t>(decisions.OnceIn(3) ? decisions.Below(4) : 0));
    if (decisions.Below(2) == 0) {
      question->set_axis(decisions.Between(0, 1));
    } else {
      question->set_element(static_cast<uint32_t>(decisions.Below(3)));
    }
  }
  return request;
}

v1::EvaluateShapesRequest MakeEvaluation(const v1::ModelSpec& spec, const MadeModel& model,
                                         Decisions& decisions) {
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = spec;
  for (int64_t i = decisions.Between(0, 2); i > 0; --i) {
    AddBinding(model, decisions, request.add_bindings());
  }
  if (decisions.OnceIn(3)) {
    request.mutable_packed()->set_all_graphs(decisions.Below(2) == 0);
    request.mutable_packed()->set_with_bytes(decisions.Below(2) == 0);
  } else {
    for (int64_t i = decisions.Between(0, 2); i > 0; --i) {
      request.add_values(AnyName(model, decisions));
    }
  }
  if (decisions.OnceIn(3)) {
    v1::MemoryOptions& memory = *request.mutable_memory();
    memory.set_alignment_bytes(decisions.OnceIn(8) ? 48 : 64);
    memory.set_reuse_in_place(decisions.Below(2) == 0);
    memory.set_with_plan(decisions.Below(2) == 0);
  }
  return request;
}

BoundTwice BindTwice(const MadeModel& model, Decisions& decisions) {
  BoundTwice twice;
  twice.bound.mutable_model()->set_onnx(model.proto.SerializePartialAsString());
  twice.bound.mutable_packed();
  *twice.concrete.mutable_model() = twice.bound.model();
  v1::Binding* binding = twice.bound.add_bindings();
  std::map<std::string, int64_t> sizes;
  for (const MadeInput& input : model.inputs) {
    v1::Tensor tensor = ConcreteTensor(input, sizes, decisions);
    v1::InputSizes* given = binding->add_inputs();
    given->set_name(input.name);
    *given->mutable_sizes() = tensor.sizes();
    v1::ModelSpec& spec = *twice.concrete.mutable_model();
    if (input.element == TensorProto::FLOAT) {
      v1::NamedType* given_type = spec.add_input_types();
      given_type->set_name(input.name);
      v1::TensorType* type = given_type->mutable_type()->mutable_tensor();
      type->set_element_type(tensor.element_type());
      for (const int64_t size : tensor.sizes()) type->mutable_shape()->add_dims()->set_size(size);
      type->mutable_shape();
      continue;
    }
    int64_t count = 1;
    for (const int64_t size : tensor.sizes()) count *= size;
    for (int64_t i = 0; i < count; ++i) {
      tensor.add_ints(input.element == TensorProto::BOOL ? decisions.Between(0, 1)
                                                         : decisions.Between(-1, 5));
    }
    *given->mutable_values() = tensor.ints();
    v1::NamedTensor* constant = spec.add_constants();
    constant->set_name(input.name);
    *constant->mutable_tensor() = std::move(tensor);
  }
  return twice;
}

}  // namespace shapewright::fuzz
