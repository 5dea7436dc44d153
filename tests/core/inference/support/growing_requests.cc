#include "tests/core/inference/support/growing_requests.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/growing_specs.h"
#include "tests/core/inference/support/growing_texts.h"

namespace shapewright {
namespace {

using Request = v1::InferShapesRequest;
using EvaluateRequest = v1::EvaluateShapesRequest;

Request Nodes(int n) { return ChainOfNodes(n); }

Request Sums(int n) {
  return Of(absl::StrCat(
      "opset 17\n",
      Lines(n, [](int i) { return absl::StrCat("input x", i, ": float32[N", i, "]"); }),
      "v0 = Concat(x0, x0) axis=0\n", Lines(n - 1, [](int i) {
        return absl::StrCat("v", i + 1, " = Concat(v", i, ", x", i + 1, ") axis=0");
      })));
}

Request ConcatInputs(int n) {
  return Of(absl::StrCat(
      "opset 17\n",
      Lines(n, [](int i) { return absl::StrCat("input x", i, ": float32[N", i, ", 3]"); }),
      "y = Concat(", List(n, [](int i) { return Named("x", i); }), ") axis=0\noutput y\n"));
}

Request OperandsOf(absl::string_view op, int n) {
  return Of(absl::StrCat(
      "opset 17\n",
      Lines(n, [](int i) { return absl::StrCat("input x", i, ": float32[N", i, ", 3]"); }),
      "y = ", op, "(", List(n, [](int i) { return Named("x", i); }), ")\noutput y\n"));
}

Request MaxInputs(int n) { return OperandsOf("Max", n); }

Request ElementsOfASequence(int n) { return OperandsOf("SequenceConstruct", n); }

Request UnknownOperatorInputs(int n) { return OperandsOf("my.domain.Unknown", n); }

Request SplitOutputs(int n) {
  return Of(
      absl::StrCat(kInput, List(n, [](int i) { return Named("y", i); }), " = Split(x) axis=0\n"));
}

Request Initializers(int n) {
  return Of(kInput + Lines(n, [](int i) {
              return absl::StrCat("const c", i, ": int64[2] = ", i, " ", i + 1);
            }));
}

Request Attributes(int n) {
  return Of(absl::StrCat(kInput, "y = my.domain.Unknown(x) ",
                         List(
                             n, [](int i) { return absl::StrCat("a", i, "=", i); }, " "),
                         "\n"));
}

Request AttributesOfFunctions(int n) {
  return Of(absl::StrCat(kInput, "y = my.domain.F(x) ",
                         List(
                             n, [](int i) { return absl::StrCat("a", i, "=", i); }, " "),
                         "\nfunction my.domain.F(a) -> (b) { b = Relu(a) }\n"));
}

Request GraphAttributes(int n) {
  return Of(absl::StrCat(
      kInput, "y = my.domain.Unknown(x) ",
      List(
          n, [](int i) { return absl::StrCat("g", i, "={ a = Relu(x) output a }"); }, " "),
      "\n"));
}

Request ListAttribute(int n) {
  return Of(absl::StrCat(kInput, "y = my.domain.Unknown(x) a=[",
                         List(n, [](int i) { return absl::StrCat(i); }), "]\n"));
}

Request Functions(int n) {
  return Of(kInput + Lines(n, [](int i) {
              return absl::StrCat("function my.domain.F", i, "(a) -> (b) { b = Relu(a) }");
            }));
}

Request CallsOfFunctions(int n) {
  return Of(absl::StrCat(kInput, Lines(n, [](int i) {
                           return absl::StrCat("function my.domain.F", i,
                                               "(a) -> (b) { b = Relu(a) }\ny", i, " = my.domain.F",
                                               i, "(x)");
                         })));
}

Request Domains(int n) {
  return Of(absl::StrCat(kInput, Lines(n, [](int i) {
                           return absl::StrCat("opset my.domain", i, " 1\ny", i, " = my.domain", i,
                                               ".Op(x)");
                         })));
}

Request ValueInfo(int n) {
  Request request = Of(absl::StrCat(kInput, Lines(n, [](int i) {
                                      return absl::StrCat("v", i, " = Relu(x)\nvalue v", i,
                                                          ": float32[M", i, ", 3]");
                                    })));
  return request;
}

Request SymbolNames(int n) {
  return Of(absl::StrCat("opset 17\n", Lines(n, [n](int i) {
                           return absl::StrCat("input x", i, ": float32[t", n - i, "]");
                         })));
}

Request NamesOfElements(int n) {
  return Of(absl::StrCat("opset 17\n", Lines(n, [n](int i) {
                           return absl::StrCat("input x", i, ": float32['x[", n - i, "]']");
                         })));
}

Request OneSharedName(int n) { return InputsOf("float32[N, N]", n); }

Request EqualFacts(int n) {
  return Of(absl::StrCat("opset 17\ninput x: float32[M]\n", Lines(n, [](int i) {
                           return absl::StrCat("input x", i, ": float32[N", i, ", 2]\ny", i,
                                               " = MatMul(x, x", i, ")");
                         })));
}

Request Contradictions(int n) {
  return Of(absl::StrCat("opset 17\ninput a: float32[2, 3]\n",
                         Lines(n, [](int i) { return absl::StrCat("y", i, " = MatMul(a, a)"); })));
}

Request Unknowns(int n) {
  return Of(kInput + Lines(n, [](int i) { return absl::StrCat("y", i, " = NonZero(x)"); }));
}

Request Branches(int n) {
  return Of(absl::StrCat(kInput, "input p: bool[]\n", List(n, [](int i) { return Named("y", i); }),
                         " = If(p) then_branch={ ",
                         List(
                             n, [](int i) { return absl::StrCat("a", i, " = Relu(x)"); }, "\n"),
                         "\n",
                         List(
                             n, [](int i) { return absl::StrCat("output a", i); }, "\n"),
                         "\n} else_branch={ ",
                         List(
                             n,
                             [](int i) {
                               return absl::StrCat("b", i, " = Concat(", i % 2 == 0 ? "x, x" : "x",
                                                   ") axis=0");
                             },
                             "\n"),
                         "\n",
                         List(
                             n, [](int i) { return absl::StrCat("output b", i); }, "\n"),
                         "\n}\n"));
}

Request Ifs(int n) {
  return Of(absl::StrCat(kInput, "input p: bool[]\n", Lines(n, [](int i) {
                           return absl::StrCat("y", i, " = If(p) then_branch={ a = Relu(x)\noutput",
                                               " a\n} else_branch={ b = Neg(x)\noutput b\n}");
                         })));
}

Request CarriedValues(int n) {
  return Of(absl::StrCat(
      kInput, "input m: int64[]\ninput c: bool[]\n", List(n, [](int i) { return Named("y", i); }),
      " = Loop(m, c",
      List(
          n, [](int) { return ", x"; }, ""),
      ") body={ input i: int64[]\n", "input d: bool[]\n",
      Lines(n, [](int i) { return absl::StrCat("input s", i, ": float32[?, 3]"); }),
      "e = Identity(d)\n",
      Lines(n, [](int i) { return absl::StrCat("t", i, " = Concat(s", i, ", x) axis=0"); }),
      "output e\n", Lines(n, [](int i) { return absl::StrCat("output t", i); }), "}\n"));
}

// About a model of another row.
EvaluateRequest Sizing(Request about) {
  EvaluateRequest request;
  *request.mutable_model() = std::move(*about.mutable_model());
  return request;
}

EvaluateRequest Bound(int values, int bindings) {
  EvaluateRequest request = Sizing(Nodes(values));
  for (int i = 0; i < bindings; ++i) {
    v1::SymbolSize& size = *request.add_bindings()->add_symbols();
    size.set_symbol("N");
    size.set_size(i);
  }
  return request;
}

EvaluateRequest Bindings(int n) { return Bound(20, n); }
EvaluateRequest BoundValues(int n) {
  EvaluateRequest request = Bound(n, 20);
  request.mutable_packed();
  return request;
}

EvaluateRequest BoundSymbols(int n) {
  EvaluateRequest request = Sizing(Sums(n));
  v1::Binding& binding = *request.add_bindings();
  for (int i = 0; i < n; ++i) {
    v1::SymbolSize& size = *binding.add_symbols();
    size.set_symbol(Named("N", i));
    size.set_size(i);
  }
  return request;
}

EvaluateRequest BoundInputs(int n) {
  EvaluateRequest request = Sizing(Sums(n));
  v1::Binding& binding = *request.add_bindings();
  for (int i = 0; i < n; ++i) {
    v1::InputSizes& input = *binding.add_inputs();
    input.set_name(Named("x", i));
    input.add_sizes(i);
  }
  return request;
}

EvaluateRequest OneInputAgain(int n) {
  EvaluateRequest request = Sizing(Nodes(20));
  v1::Binding& binding = *request.add_bindings();
  for (int i = 0; i < n; ++i) {
    v1::InputSizes& input = *binding.add_inputs();
    input.set_name("x");
    input.add_sizes(i);
    input.add_sizes(3);
  }
  return request;
}

EvaluateRequest BadBindings(int n) {
  EvaluateRequest request = Sizing(Nodes(20));
  for (int i = 0; i < n; ++i) request.add_bindings()->add_symbols()->set_symbol("nobody");
  return request;
}

EvaluateRequest OtherRanks(int n) {
  EvaluateRequest request = Sizing(Of("opset 17\ninput x: float32\ny = Relu(x)\noutput y\n"));
  for (int i = 0; i < n; ++i) {
    v1::InputSizes& input = *request.add_bindings()->add_inputs();
    input.set_name("x");
    for (int k = 0; k <= i % 3; ++k) input.add_sizes(i);
  }
  return request;
}

EvaluateRequest NamedValues(int n) {
  EvaluateRequest request = Bound(n, 1);
  for (int i = 1; i <= n; ++i) request.add_values(Named("v", i));
  return request;
}

EvaluateRequest Violations(int n) {
  EvaluateRequest request = Sizing(MatMuls(n));
  v1::Binding& binding = *request.add_bindings();
  for (int i = 0; i < n; ++i) {
    for (const char* name : {"B", "C"}) {
      v1::SymbolSize& size = *binding.add_symbols();
      size.set_symbol(Named(name, i));
      size.set_size(name[0]);
    }
  }
  return request;
}

EvaluateRequest Memory(int n) {
  EvaluateRequest request = Bound(n, 1);
  request.mutable_memory()->set_with_plan(true);
  return request;
}

Request Audited(int n) {
  Request request = Sums(n);
  request.add_include(v1::PART_AUDIT);
  return request;
}

Request SelectedNames(int n) {
  Request request = Nodes(n);
  request.set_scope(v1::SCOPE_OUTPUTS);
  for (int i = 1; i <= n; ++i) request.add_values(Named("v", i));
  return request;
}

Request LongName(int n) {
  return Of(absl::StrCat("opset 17\ninput x: float32[", std::string(static_cast<size_t>(n), 'N'),
                         "]\ny = Relu(x)\n"));
}

Request LongExpression(int n) {
  return Of(absl::StrCat("opset 17\ninput x: float32['",
                         List(
                             n, [](int i) { return Named("N", i); }, " + "),
                         "']\ny = Relu(x)\n"));
}

Request Products(int n) {
  return Of(absl::StrCat("opset 17\n", Lines(n, [](int i) {
                           return absl::StrCat("input x", i, ": float32[A", i, ", B", i, "]\nf", i,
                                               " = Flatten(x", i, ") axis=2\nz", i, " = Concat(f",
                                               i, ", f", i, ") axis=0");
                         })));
}

constexpr GrowingRequest kTable[] = {
    {"nodes", 2000, Nodes},
    {"sums", 1000, Sums},
    {"operands of Concat", 1000, ConcatInputs},
    {"operands of Max", 2000, MaxInputs},
    {"operands of what nobody knows", 1000, UnknownOperatorInputs},
    {"elements of a sequence", 500, ElementsOfASequence},
    {"outputs", 1000, SplitOutputs},
    {"initializers", 1000, Initializers},
    {"attributes", 1000, Attributes},
    {"attributes of a call", 1000, AttributesOfFunctions},
    {"graphs of a node", 1000, GraphAttributes},
    {"numbers of an attribute", 4000, ListAttribute},
    {"functions", 1000, Functions},
    {"calls of functions", 1000, CallsOfFunctions},
    {"domains", 1000, Domains},
    {"declared types", 1000, ValueInfo},
    {"names like those of defined symbols", 1000, SymbolNames},
    {"names like those of elements", 1000, NamesOfElements},
    {"one name of all inputs", 1000, OneSharedName},
    {"types of inputs", 1000, InputTypes},
    {"texts of types", 500, TextsOfTypes},
    {"symbols of the text of a type", 1000, LongTextOfAType},
    {"constants", 1000, Constants},
    {"premises", 1000, Premises},
    {"premises about one list", 1000, PremisesOfOneList},
    {"premises about many symbols", 125, WidePremises},
    {"equations of many symbols", 250, WideEquations},
    {"known symbols", 1000, KnownSymbols},
    {"premises about elements", 1000, ElementFacts},
    {"equalities", 500, EqualFacts},
    {"facts", 500, MatMuls},
    {"contradictions", 500, Contradictions},
    {"unknowns", 1000, Unknowns},
    {"outputs of an If", 500, Branches},
    {"Ifs", 500, Ifs},
    {"values that a Loop carries", 200, CarriedValues},
    {"audited values", 500, Audited},
    {"selected names", 1000, SelectedNames},
    {"outputs of a part", 1000, OutputsOfAPart},
    {"inputs of a part", 500, InputsOfAPart},
    {"characters of a name", 4000, LongName},
    {"symbols of an expression", 1000, LongExpression},
    {"products", 500, Products},
};

constexpr GrowingEvaluation kEvaluations[] = {
    {"bindings", 500, Bindings},
    {"bound values", 1000, BoundValues},
    {"symbols of a binding", 500, BoundSymbols},
    {"inputs of a binding", 500, BoundInputs},
    {"one input again and again", 1000, OneInputAgain},
    {"bindings that do not fit", 1000, BadBindings},
    {"bindings of other ranks", 1000, OtherRanks},
    {"values by name", 1000, NamedValues},
    {"violations", 500, Violations},
    {"buffers", 2000, Memory},
};

}  // namespace

absl::Span<const GrowingRequest> GrowingRequests() { return kTable; }

absl::Span<const GrowingEvaluation> GrowingEvaluations() { return kEvaluations; }

}  // namespace shapewright
