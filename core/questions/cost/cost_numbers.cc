#include "core/questions/cost/cost_numbers.h"

#include <algorithm>

namespace shapewright::questions {

void SetNumbers(absl::Span<const CostNumber> parts, const CostMarks& marks,
                const v1::Machine* machine, v1::CostNumbers* numbers) {
  using Message = v1::CostNumbers;
  using Setter = void (Message::*)(int64_t);
  constexpr Setter kSetters[kCostParts] = {&Message::set_macs,       &Message::set_alu,
                                           &Message::set_div,        &Message::set_sqrt,
                                           &Message::set_special,    &Message::set_flops,
                                           &Message::set_bytes_read, &Message::set_bytes_written};
  bool is_upper = marks.is_upper;
  for (size_t part = 0; part < kCostParts; ++part) {
    if (!parts[part].value) continue;
    const Setter set =
        kSetters[part];  // in one expression g++ 12's sanitizer reads beyond the array
    (numbers->*set)(*parts[part].value);
    is_upper |= parts[part].is_upper;
  }
  numbers->set_upper_bound(is_upper);
  numbers->set_uncounted_nodes(marks.uncounted);
  if (!numbers->has_flops() || !numbers->has_bytes_read() || !numbers->has_bytes_written()) return;
  const auto flops = static_cast<double>(numbers->flops());
  const double bytes =
      static_cast<double>(numbers->bytes_read()) + static_cast<double>(numbers->bytes_written());
  if (bytes > 0) numbers->set_intensity(flops / bytes);
  if (machine == nullptr) return;
  numbers->set_estimated_seconds(
      std::max(flops / machine->flops_per_second(), bytes / machine->bytes_per_second()));
}

}  // namespace shapewright::questions
