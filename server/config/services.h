#ifndef SHAPEWRIGHT_SERVER_CONFIG_SERVICES_H_
#define SHAPEWRIGHT_SERVER_CONFIG_SERVICES_H_

#include <array>

namespace shapewright::server {

// The services of the API by their full names. What holds for our own services, as against those
// of gRPC, holds for these.
inline constexpr char kShapeService[] = "shapewright.v1.ShapeService";
inline constexpr char kPlanService[] = "shapewright.v1.PlanService";
inline constexpr char kModelService[] = "shapewright.v1.ModelService";
inline constexpr std::array<const char*, 3> kOwnServices = {kShapeService, kPlanService,
                                                            kModelService};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CONFIG_SERVICES_H_
