#include "server/model_store.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"

namespace shapewright::server {
namespace {

// An empty ModelProto with a graph of that name, of less than 128 bytes.
std::string Model(const std::string& name) {
  const std::string graph = std::string("\x12") + static_cast<char>(name.size()) + name;
  return std::string("\x3a") + static_cast<char>(graph.size()) + graph;
}

CacheKey Key(const std::string& id) { return {KeyKind::kModelId, id}; }

TEST(ModelStore, KeepsModels) {
  ModelStore store(1 << 20);
  EXPECT_EQ(store.Find(Key("a")), nullptr);
  const auto model = StoredModel::Import(Model("main"), {});
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_GT((*model)->weight(), Model("main").size());
  EXPECT_EQ(store.Insert(Key("a"), *model), 0);
  ASSERT_EQ(store.Find(Key("a")), *model);
  // The model points into bytes that came with it.
  EXPECT_EQ(store.Find(Key("a"))->model().graphs[0].name, "main");
}

// Whoever works with a model has it, also when the store has not any more.
TEST(ModelStore, ModelsOutliveTheStore) {
  std::shared_ptr<const StoredModel> kept;
  {
    ModelStore store(1 << 20);
    store.Insert(Key("a"), *StoredModel::Import(Model("main"), {}));
    kept = store.Find(Key("a"));
  }
  EXPECT_EQ(kept->model().graphs[0].name, "main");
}

TEST(ModelStore, RefusesWhatIsTooHeavy) {
  const auto model = StoredModel::Import(Model("main"), {});
  ModelStore store((*model)->weight());
  EXPECT_FALSE(store.Insert(Key("a"), *model).has_value());
}

TEST(ModelStore, TellsWhatIsNoModel) {
  EXPECT_TRUE(absl::IsInvalidArgument(StoredModel::Import("no model", {}).status()));
}

}  // namespace
}  // namespace shapewright::server
