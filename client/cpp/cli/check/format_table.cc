#include "client/cpp/cli/check/format_table.h"

#include "client/cpp/cli/check/genai/check_genai.h"
#include "client/cpp/cli/check/kserve/check_kserve.h"
#include "client/cpp/cli/check/mlserver/check_metadata.h"
#include "client/cpp/cli/check/olive/check_olive.h"
#include "client/cpp/cli/check/ort/check_session.h"
#include "client/cpp/cli/check/ovms/check_ovms.h"
#include "client/cpp/cli/check/triton/check_triton.h"
#include "client/cpp/cli/check/trt/check_trtexec.h"

namespace shapewright::cli {
namespace {

constexpr CheckFormat kFormats[] = {
    {"triton", "Triton's config.pbtxt", IsTritonConfig, CheckTriton, WriteTriton},
    {"genai", "genai_config.json of onnxruntime-genai", IsGenai, CheckGenai, nullptr},
    {"ovms", "config.json of OpenVINO Model Server", IsOvms, CheckOvms, WriteOvms},
    {"ovms_mapping", "its mapping_config.json", IsOvmsMapping, CheckOvmsMapping, nullptr},
    {"mlserver", "MLServer's model-settings.json", IsMlServer, CheckMlServer, nullptr},
    {"kserve", "KServe's InferenceService", IsKserve, CheckKserve, nullptr},
    {"olive", "Olive's pass DynamicToFixedShape", IsOlive, CheckOlive, WriteOlive},
    {"ort", "onnxruntime's session options", IsSessionOptions, CheckSessionOptions,
     WriteSessionOptions},
    {"metadata", "metadata of KServe's v2 protocol", IsMetadata, CheckMetadata, nullptr},
    {"trtexec", "flags of trtexec", IsTrtexec, CheckTrtexec, WriteTrtexec},
};

}  // namespace

absl::Span<const CheckFormat> CheckFormats() { return kFormats; }

const CheckFormat* FindWriter(absl::string_view name) {
  for (const CheckFormat& format : kFormats) {
    if (format.name == name && format.write != nullptr) return &format;
  }
  return nullptr;
}

}  // namespace shapewright::cli
