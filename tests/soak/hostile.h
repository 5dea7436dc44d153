#ifndef SHAPEWRIGHT_TESTS_SOAK_HOSTILE_H_
#define SHAPEWRIGHT_TESTS_SOAK_HOSTILE_H_

#include <functional>
#include <string>
#include <vector>

#include "shapewright/v1/infer.pb.h"
#include "tests/end_to_end/support/server_process.h"

// What once stopped, crashed or bloated the server with a few kilobytes: docs/reliability.md tells
// of each. None of it may harm a call of somebody else.
namespace shapewright::soak {

// Sends one hostile request, and returns what came of it, for people. It may fail, be refused or be
// answered, but always returns within seconds.
struct Hostility {
  std::string name;
  std::function<std::string(const end_to_end::ServerProcess& server)> send;
};

// All of them. Round after round the requests differ, so that no cache answers.
std::vector<Hostility> Hostilities();

// Their models and requests, for those who need them without a server. `round` makes them differ.
std::string DoublingFunctions(int depth, int round);
std::string ManyFunctions(int count, int round);
std::string MaximaOfSizes(int inputs, int maxima, int round);
std::string WideMax(int inputs, int round);
std::string NamesThatCountDown(int count, int round);
std::string IfOverManyElements(int values, int elements, int round);
std::string ElementsThatOutliveTheirBranch(int round);
std::string TinyScale(int round);
std::string HugeSplit(int round);
v1::InferShapesRequest ElementsOfAFalseDeclaration(int round);
std::string ManyObservedSizes(int count, int buckets, int round);
v1::InferShapesRequest ManyPremises(int count, int round);
std::string ManyBindings(int count, int round);
std::string ManyPlaces(int pieces, int round);

}  // namespace shapewright::soak

#endif  // SHAPEWRIGHT_TESTS_SOAK_HOSTILE_H_
