#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_CHOICES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_CHOICES_H_

#include <cstddef>
#include <vector>

namespace shapewright::questions {

// Where nodes leave several places for the batch, which one is tried: the first ones first. What is
// chosen is right wherever no node is refused. Nodes are looked at in one order in all attempts.
class BatchChoices {
 public:
  // Which of so many places the next node takes in this attempt.
  size_t Take(size_t count) {
    if (next_ == taken_.size()) taken_.push_back({0, count});
    return taken_[next_++].place;
  }

  // Whether no node had a choice.
  bool empty() const { return taken_.empty(); }

  // Begins the next attempt. False: all were made.
  bool Advance() {
    // What was not reached has no say.
    taken_.resize(next_);
    next_ = 0;
    while (!taken_.empty() && taken_.back().place + 1 == taken_.back().count) taken_.pop_back();
    if (taken_.empty()) return false;
    ++taken_.back().place;
    return true;
  }

 private:
  struct Choice {
    size_t place;
    size_t count;
  };

  std::vector<Choice> taken_;
  size_t next_ = 0;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_CHOICES_H_
