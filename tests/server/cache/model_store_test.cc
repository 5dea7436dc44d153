#include "server/cache/model_store.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/sanitized.h"

namespace shapewright::server {
namespace {

// An empty ModelProto with a graph of that name, of less than 128 bytes.
std::string Model(const std::string& name) {
  const std::string graph = std::string("\x12") + static_cast<char>(name.size()) + name;
  return std::string("\x3a") + static_cast<char>(graph.size()) + graph;
}

CacheKey ModelKey(const std::string& id) { return {KeyKind::kModelId, id}; }

TEST(ModelStore, KeepsModels) {
  ModelStore store(1 << 20);
  EXPECT_EQ(store.Find(ModelKey("a")), nullptr);
  const auto model = StoredModel::Import(Model("main"), {});
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_GT((*model)->weight(), Model("main").size());
  EXPECT_EQ(store.Insert(ModelKey("a"), *model), 0);
  ASSERT_EQ(store.Find(ModelKey("a")), *model);
  // The model points into bytes that came with it.
  EXPECT_EQ(store.Find(ModelKey("a"))->model().graphs[0].name, "main");
}

TEST(ModelStore, ListsThoseThatWereFoundLast) {
  ModelStore store(1 << 20);
  const auto model = *StoredModel::Import(Model("main"), {});
  for (const char* const id : {"a", "b", "c", "d"}) store.Insert(ModelKey(id), model);
  store.Insert({KeyKind::kModelFile, "file"}, model);
  for (const char* const id : {"c", "a", "a", "d"}) store.Find(ModelKey(id));
  const std::vector<KeptModel> last = store.ListLast(3);
  ASSERT_EQ(last.size(), 3U);
  EXPECT_EQ(last[0].id + last[1].id + last[2].id, "dac");
  EXPECT_EQ(last[1].hits, 2U);
  EXPECT_EQ(last[1].size, Model("main").size());
  EXPECT_GE(last[1].weight, model->weight());
  EXPECT_TRUE(store.ListLast(0).empty());
}

TEST(ModelStore, ListsByIds) {
  ModelStore store(1 << 20);
  const auto model = *StoredModel::Import(Model("main"), {});
  for (const char* const id : {"c", "a", "d", "b"}) store.Insert(ModelKey(id), model);
  store.Insert({KeyKind::kModelFile, "file"}, model);
  const auto ids = [&store](absl::string_view after, size_t most) {
    std::string text;
    for (const KeptModel& kept : store.List(after, most)) text += kept.id;
    return text;
  };
  EXPECT_EQ(ids("", 10), "abcd");
  EXPECT_EQ(ids("", 3), "abc");
  EXPECT_EQ(ids("b", 10), "cd");
  EXPECT_EQ(ids("bb", 1), "c") << "the one that was told last may be gone";
  EXPECT_EQ(ids("d", 10), "");
}

TEST(ModelStore, EvictsAModelWithWhatIsAboutIt) {
  ModelStore store(1 << 20);
  const auto model = *StoredModel::Import(Model("main"), {});
  for (const char* const id : {"sha256:a", "sha256:b"}) {
    store.Insert(ModelKey(id), model);
    store.InsertSpec(absl::StrCat("inference:1", id), id, "spec");
    store.InsertSpec(absl::StrCat("inference:2", id), id, "other");
  }
  const size_t bytes = store.bytes();
  EXPECT_FALSE(store.Evict("sha256:c"));
  EXPECT_EQ(store.bytes(), bytes);
  EXPECT_TRUE(store.Evict("sha256:a"));
  EXPECT_EQ(store.bytes(), bytes / 2);
  EXPECT_EQ(store.Find(ModelKey("sha256:a")), nullptr);
  EXPECT_EQ(store.FindSpec("inference:1sha256:a"), nullptr);
  EXPECT_EQ(store.FindSpec("inference:2sha256:a"), nullptr);
  EXPECT_NE(store.Find(ModelKey("sha256:b")), nullptr);
  EXPECT_NE(store.FindSpec("inference:1sha256:b"), nullptr);
  EXPECT_FALSE(store.Evict("sha256:a"));
}

// A call that holds a model keeps it alive after the store has dropped it.
TEST(ModelStore, ModelsOutliveTheStore) {
  std::shared_ptr<const StoredModel> kept;
  {
    ModelStore store(1 << 20);
    store.Insert(ModelKey("a"), *StoredModel::Import(Model("main"), {}));
    kept = store.Find(ModelKey("a"));
  }
  EXPECT_EQ(kept->model().graphs[0].name, "main");
}

TEST(ModelStore, KeepsWhatInferenceIdsStandFor) {
  ModelStore store(1 << 20);
  EXPECT_EQ(store.FindSpec("inference:a"), nullptr);
  store.InsertSpec("inference:a", "sha256:m", "spec");
  const auto spec = store.FindSpec("inference:a");
  ASSERT_NE(spec, nullptr);
  EXPECT_EQ(spec->model_id(), "sha256:m");
  EXPECT_EQ(spec->spec(), "spec");
  EXPECT_EQ(spec->key(), CompiledKeyBytes("", "sha256:m", "spec", ""));
  // Of another kind than models.
  EXPECT_EQ(store.Find(ModelKey("inference:a")), nullptr);
}

// However many there are, and how much they say: models keep nearly all of the capacity.
TEST(ModelStore, SpecsHaveASmallPart) {
  constexpr size_t kCapacity = 1 << 20;
  ModelStore store(kCapacity);
  for (int i = 0; i < 1000; ++i) {
    const std::string id = "inference:" + std::to_string(i);
    store.InsertSpec(id, "sha256:m", std::string(100, 's'));
    EXPECT_NE(store.FindSpec(id), nullptr);
    EXPECT_LE(store.bytes(), kCapacity / 64);
  }
  EXPECT_EQ(store.FindSpec("inference:0"), nullptr);
  store.InsertSpec("inference:large", "sha256:m", std::string(kCapacity / 64, 's'));
  EXPECT_EQ(store.FindSpec("inference:large"), nullptr);
  EXPECT_NE(store.FindSpec("inference:999"), nullptr);
}

TEST(ModelStore, RefusesWhatIsTooHeavy) {
  const auto model = StoredModel::Import(Model("main"), {});
  ModelStore store((*model)->weight());
  EXPECT_FALSE(store.Insert(ModelKey("a"), *model).has_value());
}

// A node whose attributes' arrays are nearly all of the model's memory.
std::string ModelOfAttributes(int count) {
  std::string node;
  for (int i = 0; i < count; ++i) node += "\x2a\x08\x0a\x01x\x40\x01\xa0\x01\x07";
  const auto length = [](size_t size) {
    std::string text;
    for (; size >= 0x80; size >>= 7) text += static_cast<char>(size | 0x80);
    return text + static_cast<char>(size);
  };
  const std::string graph = "\x0a" + length(node.size()) + node;
  return "\x3a" + length(graph.size()) + graph;
}

// Oracle: what the allocator says.
TEST(ModelStore, WeighsWhatAModelTakes) {
  for (const std::string& bytes : {Model("main"), ModelOfAttributes(100'000)}) {
    const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    const auto model = StoredModel::Import(std::string(bytes), {});
    ASSERT_TRUE(model.ok()) << model.status();
    const size_t taken = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    if (kIsSanitized) GTEST_SKIP() << "the oracle knows of no sanitizer's allocator";
    // The allocator also counts its headers, and freed pieces that the thread keeps for reuse.
    constexpr size_t kSlack = 4096;
    EXPECT_GE((*model)->weight() + kSlack, taken);
    EXPECT_LE((*model)->weight(), taken + kSlack);
  }
}

// The caller's string may have unused capacity.
TEST(ModelStore, KeepsNoRoom) {
  std::string bytes = ModelOfAttributes(10'000);
  const size_t size = bytes.size();
  const auto tight = StoredModel::Import(std::string(bytes), {});
  bytes.reserve(8 * size);
  const auto model = StoredModel::Import(std::move(bytes), {});
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_LE((*model)->weight(), (*tight)->weight() + size / 16);
}

TEST(ModelStore, TellsWhatIsNoModel) {
  EXPECT_TRUE(absl::IsInvalidArgument(StoredModel::Import(std::string("no model"), {}).status()));
}

}  // namespace
}  // namespace shapewright::server
