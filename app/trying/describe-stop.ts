import type { TestReadStop } from "#domain/use-cases/trying/test-read-record.ts";

const WORDS: Readonly<Record<TestReadStop, string>> = {
  single_page: "The definition asks for one page only.",
  empty_page: "The API gave an empty page.",
  short_page: "The page was not full, and the definition takes that as the end.",
  repeated_page: "The API gave the same page again.",
  total: "All rows that the API counts have come.",
  total_pages: "All pages that the API counts have come.",
  has_more: "The API said that there is no more.",
  stop_rule: "A rule of the definition says that this answer is the last.",
  no_cursor: "The API gave no further cursor.",
  no_next_url: "The API named no next page.",
  page_limit: "Cut at 5 pages for this test.",
  row_limit: "Cut at 100 rows for this test.",
  round_limit: "Cut at 5 parents or values for this test.",
  ignored: "A rule of the definition ignores this answer.",
  empty_answer: "The API answered without a body.",
  time_limit: "The time of this test was over.",
  not_reached: "It was not asked: the time of this test was over before.",
  failed: "It failed.",
};

/** Why the reading of an operation ended, in words. */
export function describeStop(stop: TestReadStop): string {
  return WORDS[stop];
}
