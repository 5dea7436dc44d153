#ifndef SHAPEWRIGHT_CLIENT_CPP_SENT_MODELS_H_
#define SHAPEWRIGHT_CLIENT_CPP_SENT_MODELS_H_

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace shapewright {

// Which models are named by their ids alone, as a server has answered for them.
// Behind one target there may be several servers, each of which must be sent the
// model once, and nobody can tell which one a call reaches: after the n-th time
// that one did not know a model, the next n calls send it too, whoever they
// reach, so that all of them come to know it. Thread-safe.
class SentModels {
 public:
  // Whether the model is to be named only.
  bool IsNamed(const std::string& model_id);
  // A server has answered for the model itself.
  void Sent(const std::string& model_id);
  // A server did not know the id. The model goes to one at once.
  void Missed(const std::string& model_id);

 private:
  struct Model {
    int misses = 0;
    // Calls that still send it.
    int sends_left = 0;
  };

  static constexpr size_t kMaxModels = 4096;
  static constexpr int kMaxSends = 16;

  std::mutex mutex_;
  std::map<std::string, Model> models_;  // guarded by mutex_
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_SENT_MODELS_H_
