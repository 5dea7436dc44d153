#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SIZING_SERVER_PLAN_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SIZING_SERVER_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/cpp/cli/sizing/measured.h"

namespace shapewright::cli {

// Shares of the calls; together 1.
struct CallMix {
  double new_models = 0.02;  // about models that the server does not know
  double cached = 0.18;      // that an answer in the cache fits
  double bindings = 0.8;     // about sizes, of a kept inference
};

struct ServerQuestion {
  std::vector<std::string> models;  // files, folders and patterns
  double rate = 0;                  // calls a second
  CallMix mix;
};

// A model that is to be served.
struct ServedModel {
  double nodes;
  double bytes;  // without its weights
};

// A column of the measured table.
enum class Figure : uint8_t { kModel, kInference, kAnswer, kNew, kCached, kBind };

// What is foretold of one figure of a model: a fit through the measured models, as
// `constant + per_node * nodes + per_byte * bytes`, none of them negative, with the least relative
// errors.
struct Fit {
  double At(const ServedModel& model) const {
    return constant + per_node * model.nodes + per_byte * model.bytes;
  }

  double constant = 0;
  double per_node = 0;
  double per_byte = 0;
  // Nine of ten measured models lie within this factor of it.
  double spread = 1;
};
Fit FitOf(const Measured& measured, Figure figure);
// The figure of a measured model.
double FigureOf(const MeasuredModel& model, Figure figure);

// What servers need. Memory is of each replica: without affinity every replica keeps every model.
struct ServerPlan {
  size_t models = 0;
  double nodes = 0;
  double bytes = 0;
  // CPU that calls keep busy, and what to give all replicas together, so that they are not full.
  double busy_cores = 0;
  double cores = 0;
  int replicas = 0;
  double cores_per_replica = 0;
  // By what it is for, in bytes.
  double base_bytes = 0;
  double model_bytes = 0;
  double inference_bytes = 0;
  double answer_bytes = 0;
  double work_bytes = 0;
  double resident_bytes = 0;  // of all of these
  double limit_bytes = 0;     // to give it
  // With affinity a replica keeps its share of the models, and those of one that is gone.
  double limit_with_affinity_bytes = 0;
  // Nine of ten models lie within these factors.
  double memory_spread = 1;
  double cpu_spread = 1;
  // Options of the server.
  std::vector<std::string> options;
};
ServerPlan PlanServers(const Measured& measured, const std::vector<ServedModel>& models,
                       double rate, const CallMix& mix);

// For people, and as one JSON object in one line.
std::string ReportServerPlan(const Measured& measured, const ServerPlan& plan);
std::string ServerPlanJson(const Measured& measured, const ServerPlan& plan);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SIZING_SERVER_PLAN_H_
