#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_CERTIFICATES_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_CERTIFICATES_H_

#include <memory>
#include <string>

namespace shapewright::end_to_end {

// A certificate and its private key, in PEM form.
struct Identity {
  std::string certificate;
  std::string key;
};

// Signs certificates that are good for an hour.
class CertificateAuthority {
 public:
  CertificateAuthority();
  ~CertificateAuthority();

  const std::string& certificate() const { return certificate_; }
  // For a server on 127.0.0.1, or a client.
  // `names` are its subject alternative names, as OpenSSL writes them: `DNS:a.example,URI:b://c`.
  Identity Issue(const std::string& common_name, const std::string& names = "IP:127.0.0.1") const;

 private:
  struct State;

  std::unique_ptr<State> state_;
  std::string certificate_;
};

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_CERTIFICATES_H_
