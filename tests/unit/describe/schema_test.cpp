#include "zanjir/describe/schema.hpp"
#include "support/schema_example.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "zanjir/describe/description.hpp"
#include "zanjir/describe/schema_examples.hpp"

using namespace zanjir;

namespace {

// A folder with the CSV file that the example of tables refers to.
class SchemaExamples : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("zanjir_schema_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "stroke.csv") << schema::examples::table_file;
    std::ofstream(folder / "wedge.obj") << schema::examples::mesh_file;
    std::ofstream(folder / "ship.csv") << schema::examples::base_record_file;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::filesystem::path folder;
};

}  // namespace

TEST_F(SchemaExamples, EveryExampleReadsWithoutADiagnostic) {
  for (const schema::Object* object : schema::all_objects()) {
    const Result<Description> result = read_description_text(std::string(object->example), std::string(object->title), {}, folder);
    EXPECT_TRUE(result) << to_text(result.diagnostics);
    EXPECT_TRUE(result.diagnostics.empty()) << to_text(result.diagnostics);
  }
}

TEST_F(SchemaExamples, EveryKeyIsDocumentedAndShownInItsExample) {
  for (const schema::Object* object : schema::all_objects()) {
    for (const schema::Key& key : object->keys) {
      EXPECT_TRUE(test::contains_key(object->example, key.key)) << object->title << ": " << key.key;
      EXPECT_TRUE(key.key == "law" || !key.doc.empty()) << object->title << ": " << key.key;
    }
  }
}
