#ifndef SHAPEWRIGHT_CLIENT_CPP_SENT_MODELS_H_
#define SHAPEWRIGHT_CLIENT_CPP_SENT_MODELS_H_

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace shapewright {

// Which models, or inferences, can be sent as their id alone, as a server has them. A target may be
// several servers, each of which needs the model once, and the client cannot choose which one a
// call reaches: after the n-th miss of a model the next n calls send it in full. Thread-safe.
class SentModels {
 public:
  // Whether to send only the id.
  bool IsNamed(const std::string& model_id);
  // A server has received the model.
  void Sent(const std::string& model_id);
  // A server did not know the id. The caller sends the model at once.
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
