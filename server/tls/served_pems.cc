#include "server/tls/served_pems.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {
namespace {

// A file in memory with these bytes, `version` seconds old in the count of the clock.
absl::StatusOr<FileDescriptor> MakeFile(absl::string_view bytes, int64_t version) {
  const auto failure = [] { return absl::ErrnoToStatus(errno, "certificates in memory"); };
  FileDescriptor file(memfd_create("pem", MFD_CLOEXEC));
  if (!file.is_open()) return failure();
  while (!bytes.empty()) {
    const ssize_t count = write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure();
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  const timespec time = {.tv_sec = version, .tv_nsec = 0};
  const timespec times[] = {time, time};
  if (futimens(file.get(), times) != 0) return failure();
  return file;
}

// Has the number of `place`, if it has one, stand for the new file at once.
absl::Status Replace(FileDescriptor& place, FileDescriptor file) {
  if (!place.is_open()) {
    place = std::move(file);
    return absl::OkStatus();
  }
  if (dup3(file.get(), place.get(), O_CLOEXEC) >= 0) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, "certificates in memory");
}

std::string PathOf(const FileDescriptor& file) {
  return file.is_open() ? absl::StrCat("/proc/self/fd/", file.get()) : "";
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServedPems>> ServedPems::Start(const PemPaths& paths,
                                                              std::chrono::seconds refresh,
                                                              OnChange on_change) {
  std::unique_ptr<ServedPems> served(new ServedPems(paths, std::move(on_change)));
  absl::StatusOr<Pems> pems = ReadPems(paths);
  if (!pems.ok()) return pems.status();
  if (absl::Status good = served->Publish(*std::move(pems)); !good.ok()) return good;
  served->thread_.emplace(refresh, [pointer = served.get()] { pointer->Refresh(); });
  return served;
}

ServedPems::ServedPems(PemPaths paths, OnChange on_change)
    : paths_(std::move(paths)), on_change_(std::move(on_change)) {}

std::shared_ptr<const Pems> ServedPems::Get() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return pems_;
}

std::string ServedPems::identity_path() const { return PathOf(identity_); }

std::string ServedPems::client_ca_path() const { return PathOf(client_ca_); }

absl::Status ServedPems::Publish(Pems pems) {
  ++version_;
  absl::StatusOr<FileDescriptor> identity =
      MakeFile(absl::StrCat(pems.cert, "\n", pems.key), version_);
  if (!identity.ok()) return identity.status();
  if (!pems.client_ca.empty()) {
    absl::StatusOr<FileDescriptor> client_ca = MakeFile(pems.client_ca, version_);
    if (!client_ca.ok()) return client_ca.status();
    if (absl::Status good = Replace(client_ca_, *std::move(client_ca)); !good.ok()) return good;
  }
  if (absl::Status good = Replace(identity_, *std::move(identity)); !good.ok()) return good;
  const std::lock_guard<std::mutex> lock(mutex_);
  pems_ = std::make_shared<const Pems>(std::move(pems));
  return absl::OkStatus();
}

void ServedPems::Refresh() {
  absl::StatusOr<Pems> pems = ReadPems(paths_);
  absl::Status good = pems.status();
  if (good.ok() && !(*pems == *Get())) good = Publish(*std::move(pems));
  if (std::exchange(is_good_, good.ok()) != good.ok()) on_change_(good);
}

}  // namespace shapewright::server
