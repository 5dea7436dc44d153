#include "tests/end_to_end/support/certificates.h"

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace shapewright::end_to_end {
namespace {

constexpr int kLifeSeconds = 3600;

struct KeyDeleter {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct CertificateDeleter {
  void operator()(X509* certificate) const { X509_free(certificate); }
};
using Key = std::unique_ptr<EVP_PKEY, KeyDeleter>;
using Certificate = std::unique_ptr<X509, CertificateDeleter>;

Key MakeKey() { return Key(EVP_EC_gen("P-256")); }

void AddExtension(X509* certificate, int id, const char* value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
  EXPECT_EQ(X509_add_ext(certificate, extension, -1), 1);
  X509_EXTENSION_free(extension);
}

// Without extensions and unsigned.
Certificate MakeCertificate(const std::string& common_name, EVP_PKEY* key) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), X509_VERSION_3);
  uint64_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof(serial));
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kLifeSeconds);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kLifeSeconds);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common_name.c_str()), -1, -1,
                             0);
  return certificate;
}

template <typename Write>
std::string Pem(Write write) {
  BIO* memory = BIO_new(BIO_s_mem());
  EXPECT_EQ(write(memory), 1);
  char* data = nullptr;
  const auto size = BIO_get_mem_data(memory, &data);
  std::string text(data, static_cast<size_t>(size));
  BIO_free(memory);
  return text;
}

std::string CertificatePem(X509* certificate) {
  return Pem([certificate](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}

std::string KeyPem(EVP_PKEY* key) {
  return Pem([key](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
  });
}

}  // namespace

struct CertificateAuthority::State {
  Key key;
  Certificate certificate;
};

CertificateAuthority::CertificateAuthority() : state_(std::make_unique<State>()) {
  state_->key = MakeKey();
  state_->certificate = MakeCertificate("Test authority", state_->key.get());
  X509* const certificate = state_->certificate.get();
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
  AddExtension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate, NID_key_usage, "critical,keyCertSign");
  EXPECT_GT(X509_sign(certificate, state_->key.get(), EVP_sha256()), 0);
  certificate_ = CertificatePem(certificate);
}

CertificateAuthority::~CertificateAuthority() = default;

Identity CertificateAuthority::Issue(const std::string& common_name,
                                     const std::string& names) const {
  const Key key = MakeKey();
  const Certificate certificate = MakeCertificate(common_name, key.get());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(state_->certificate.get()));
  if (!names.empty()) AddExtension(certificate.get(), NID_subject_alt_name, names.c_str());
  AddExtension(certificate.get(), NID_ext_key_usage, "serverAuth,clientAuth");
  EXPECT_GT(X509_sign(certificate.get(), state_->key.get(), EVP_sha256()), 0);
  return {CertificatePem(certificate.get()), KeyPem(key.get())};
}

}  // namespace shapewright::end_to_end
