#include "zanjir/study/study_schema.hpp"
#include "support/schema_example.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/folders.hpp"
#include "zanjir/study/run_study.hpp"

using namespace zanjir;

TEST(StudySchema, EveryExampleReadsAndRunsWithoutADiagnostic) {
  Progress quiet;
  for (const schema::Object* object : study_schema::all_objects()) {
    Result<Study> study = read_study_text(std::string(object->example), std::string(object->title), {}, test::models_folder());
    ASSERT_TRUE(study) << to_text(study.diagnostics);
    EXPECT_TRUE(study.diagnostics.empty()) << to_text(study.diagnostics);
    const Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
    ASSERT_TRUE(outcome) << object->title << "\n" << to_text(outcome.diagnostics);
    EXPECT_TRUE(outcome->finished()) << object->title;
    EXPECT_TRUE(outcome->as_expected()) << object->title;
  }
}

TEST(StudySchema, EveryKeyIsDocumentedAndShownInItsExample) {
  for (const schema::Object* object : study_schema::all_objects()) {
    for (const schema::Key& key : object->keys) {
      EXPECT_TRUE(test::contains_key(object->example, key.key)) << object->title << ": " << key.key;
      EXPECT_TRUE(key.key == "scale" || !key.doc.empty()) << object->title << ": " << key.key;
    }
  }
}

TEST(StudyReference, IsTheCommittedPage) {
  const std::string path = (test::source_folder() / "docs/study-format.md").string();
  if (std::getenv("ZANJIR_WRITE_DOCS")) std::ofstream(path) << study_schema::reference_markdown();
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_EQ(page.str(), study_schema::reference_markdown()) << "write it anew: ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='StudyReference.*'";
}
