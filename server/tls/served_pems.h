#ifndef SHAPEWRIGHT_SERVER_TLS_SERVED_PEMS_H_
#define SHAPEWRIGHT_SERVER_TLS_SERVED_PEMS_H_

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/net/file_descriptor.h"
#include "server/process/periodic_thread.h"
#include "server/tls/pem_files.h"

namespace shapewright::server {

// The certificates and the key that new connections get: those of the files, which are read again
// and again. While they are wrong, or are no files, the former ones stay. Thread-safe.
class ServedPems {
 public:
  // Called when files that were good are wrong, with the error, and when they are good again.
  using OnChange = std::function<void(const absl::Status&)>;

  // The errors are those of ReadPems().
  static absl::StatusOr<std::unique_ptr<ServedPems>> Start(const PemPaths& paths,
                                                           std::chrono::seconds refresh,
                                                           OnChange on_change);
  ServedPems(const ServedPems&) = delete;
  ServedPems& operator=(const ServedPems&) = delete;

  // Another pointer whenever they have changed.
  std::shared_ptr<const Pems> Get() const;

  // The same as files in memory, for gRPC, which opens paths itself and would wait for ever for a
  // FIFO that has taken the place of a file. One path leads to certificate and key, so that they
  // are always a pair; its time of modification rises with each change.
  std::string identity_path() const;
  // Empty without authorities.
  std::string client_ca_path() const;

 private:
  ServedPems(PemPaths paths, OnChange on_change);

  // Publishes what was read. An error if that cannot be.
  absl::Status Publish(Pems pems);
  void Refresh();

  const PemPaths paths_;
  const OnChange on_change_;
  // Used by one thread at a time.
  FileDescriptor identity_;
  FileDescriptor client_ca_;
  int64_t version_ = 0;
  bool is_good_ = true;
  mutable std::mutex mutex_;
  std::shared_ptr<const Pems> pems_;  // guarded by mutex_
  std::optional<PeriodicThread> thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TLS_SERVED_PEMS_H_
