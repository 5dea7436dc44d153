#include "tests/core/inference/support/growing_specs.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/growing_texts.h"

namespace shapewright {
namespace {

using Request = v1::InferShapesRequest;

// A request with one premise for each number, made by `premise`.
template <typename Premise>
Request WithPremises(int n, Premise premise) {
  Request request = Of(absl::StrCat("opset 17\n", Lines(n, [](int i) {
                                      return absl::StrCat("input x", i, ": float32[N", i, "]");
                                    })));
  for (int i = 0; i < n; ++i) request.mutable_model()->add_premises(premise(i));
  return request;
}

// A sum of so many of `symbols` symbols, another for each number; sums overlap.
std::string WideSum(int number, int terms, int symbols) {
  const auto name = [&](int k) { return Named("N", (number * 37 + k * (k + 3)) % symbols); };
  return List(terms, name, " + ");
}

Request WithWidePremises(int n, int symbols, int terms, absl::string_view end) {
  Request request = Of(absl::StrCat("opset 17\n", Lines(symbols, [](int i) {
                                      return absl::StrCat("input x", i, ": float32[N", i, "]");
                                    })));
  for (int i = 0; i < n; ++i) {
    request.mutable_model()->add_premises(absl::StrCat(WideSum(i, terms, symbols), end));
  }
  return request;
}

}  // namespace

Request WidePremises(int n) { return WithWidePremises(n, 8 * n, 60, " <= 1000000"); }

Request WideEquations(int n) { return WithWidePremises(n, n / 3, 20, " = 100000"); }

Request InputTypes(int n) {
  Request request = InputsOf("float32[?]", n);
  for (int i = 0; i < n; ++i) {
    v1::NamedType& value = *request.mutable_model()->add_input_types();
    value.set_name(Named("x", i));
    value.mutable_type()->mutable_tensor()->mutable_shape()->add_dims()->set_size(i + 1);
  }
  return request;
}

Request TextsOfTypes(int n) {
  Request request = InputsOf("float32[?]", n);
  for (int i = 0; i < n; ++i) {
    v1::NamedType& value = *request.mutable_model()->add_input_types();
    value.set_name(Named("x", i));
    value.mutable_type()->set_text(absl::StrCat("float32[N", i, ", M + 1, ?, 2..8]"));
  }
  return request;
}

Request LongTextOfAType(int n) {
  Request request = Of(kInput);
  v1::NamedType& value = *request.mutable_model()->add_input_types();
  value.set_name("x");
  value.mutable_type()->set_text(absl::StrCat("float32[",
                                              List(
                                                  n, [](int i) { return Named("N", i); }, " + "),
                                              "]"));
  return request;
}

Request Constants(int n) {
  Request request = InputsOf("int64[1]", n);
  for (int i = 0; i < n; ++i) {
    v1::NamedTensor& elements = *request.mutable_model()->add_constants();
    elements.set_name(Named("x", i));
    elements.mutable_tensor()->set_element_type(v1::ELEMENT_TYPE_INT64);
    elements.mutable_tensor()->add_sizes(1);
    elements.mutable_tensor()->add_ints(i);
  }
  return request;
}

Request Premises(int n) {
  Request request = WithPremises(n, [](int i) { return absl::StrCat("1 <= N", i, " <= ", i + 2); });
  for (int i = 0; i < n; ++i) {
    request.mutable_model()->add_premises(absl::StrCat("mod(N", i, ", 2) = 0"));
  }
  return request;
}

Request KnownSymbols(int n) {
  return WithPremises(n, [](int i) { return absl::StrCat("N", i, " = ", i + 1); });
}

// Premises that, one by one, might each be compared with every value of a list.
Request PremisesOfOneList(int n) {
  Request request = WithPremises(n, [](int i) { return absl::StrCat("N0 >= ", i); });
  const std::string list = List(n, [](int i) { return absl::StrCat(i * 6); });
  request.mutable_model()->add_premises(absl::StrCat("N0 in {", list, "}"));
  for (int i = 0; i < n; ++i) {
    request.mutable_model()->add_premises(absl::StrCat("N0 <= ", 6 * n - i));
    request.mutable_model()->add_premises(absl::StrCat("mod(N0, ", i % 3 + 1, ") = 0"));
  }
  return request;
}

Request ElementFacts(int n) {
  Request request = InputsOf("int64[1]", n);
  for (int i = 0; i < n; ++i) {
    request.mutable_model()->add_premises(absl::StrCat("x", i, "[0] >= 1"));
  }
  return request;
}

Request OutputsOfAPart(int n) {
  Request request = ChainOfNodes(n);
  v1::Submodel& part = *request.mutable_model()->mutable_options()->mutable_submodel();
  for (int i = 1; i <= n; ++i) part.add_outputs(Named("v", i));
  return request;
}

Request InputsOfAPart(int n) {
  Request request = Of(kInput + Lines(n, [](int i) { return absl::StrCat("v", i, " = Relu(x)"); }) +
                       Lines(n, [](int i) { return absl::StrCat("w", i, " = Relu(v", i, ")"); }));
  v1::Submodel& part = *request.mutable_model()->mutable_options()->mutable_submodel();
  for (int i = 0; i < n; ++i) {
    part.add_inputs()->set_name(Named("v", i));
    part.add_outputs(Named("w", i));
  }
  return request;
}

}  // namespace shapewright
