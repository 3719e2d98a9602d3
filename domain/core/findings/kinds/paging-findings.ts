import { counted, plural } from "../../text/counted.ts";
import { type Finding, kind, plain, quotedList } from "../finding-kind.ts";

/** "1 row was read". */
const wereRead = (count: number, what: string): string =>
  `${count} ${plural(count, `${what} was`, `${what}s were`)} read`;

const listed = (signs: readonly Finding[], say: (finding: Finding) => string): string => signs.map(say).join(", ");

/** What an API says about further pages, as parts of a sentence. Its numbers are texts, so that masks find a secret in them. */
const signs = {
  "sign-link": plain('Link: rel="next"'),
  "sign-flag": kind({ name: "text" }, ({ name }) => `"${name}": true`),
  /** The value may contain a token, so it is no fact. */
  "sign-next": kind({ name: "text" }, ({ name }) => `a value in "${name}"`),
  "sign-rows": kind(
    { name: "text", count: "text", read: "number" },
    ({ name, count, read }) => `"${name}": ${count} (${wereRead(read, "row")})`,
  ),
  "sign-pages": kind(
    { name: "text", count: "text", read: "number" },
    ({ name, count, read }) => `"${name}": ${count} (${wereRead(read, "page")})`,
  ),
  "sign-header-rows": kind(
    { name: "text", count: "text", read: "number" },
    ({ name, count, read }) => `${name}: ${count} (${wereRead(read, "row")})`,
  ),
  "sign-header-pages": kind(
    { name: "text", count: "text", read: "number" },
    ({ name, count, read }) => `${name}: ${count} (${wereRead(read, "page")})`,
  ),
  "signs-more": kind({ more: "number" }, ({ more }) => counted(more, "more sign")),
};

/** The keys of an answer, as a part of a sentence. */
const keys = {
  "answer-is-list": plain("a list and no keys"),
  "answer-without-keys": plain("no keys"),
  "answer-keys": kind(
    { keys: "texts", more: "number" },
    ({ keys: names, more }) => `${quotedList(names, more)}${more > 0 ? ` ${plural(more, "key")}` : ""}`,
  ),
};

const next = {
  "cursor-is-list": plain("The next cursor is a list, which only a body can take."),
  "cursor-too-long": kind(
    { length: "number", limit: "number" },
    ({ length, limit }) => `The API gave a cursor of ${length} characters; more than ${limit} cannot be sent back.`,
  ),
  "cursor-unfit": kind(
    { holds: "finding" },
    ({ holds }, say) => `The API gave a cursor that cannot be sent back: it holds ${say(holds)}.`,
  ),
  "cursor-repeated": kind(
    { cursor: "text" },
    ({ cursor }) =>
      `The API gave the same cursor twice (${cursor}); stopped instead of going round. If it gives one for all pages, the strategy is "scroll".`,
  ),
  "next-url-unreadable": plain("The API gave a next URL that cannot be read."),
  "next-url-of-other-scheme": plain("The API gave a next URL that is not http or https."),
  "next-url-unencrypted": plain("The API gave a next URL without encryption."),
  "next-url-with-user": plain("The API gave a next URL with a user name or password."),
  "next-url-repeated": plain("The API gave the same next URL twice; stopped instead of going round."),
  "pages-used-up": kind(
    { limit: "number" },
    ({ limit }) => `Stopped after ${limit} pages (max_pages) although the API has more.`,
  ),
};

const doubts = {
  /** `parameter` null: the address of the next page. */
  "page-ignored": kind(
    { page: "number", parameter: "text?" },
    ({ page, parameter }) =>
      `Page ${page} brought the same rows as the page before, so reading ended there: the API may not know ${parameter === null ? "the address of the next page" : `"${parameter}"`}. Rows may be missing.`,
  ),
  "empty-pages-followed": kind(
    { pages: "number" },
    ({ pages }) =>
      `Reading ended after ${pages} empty pages in a row, each of which named another page. Rows may be missing.`,
  ),
  "count-not-believed": kind(
    { path: "text", rows: "number" },
    ({ path, rows }) =>
      `By ${path} all rows had come after ${rows}, but the next page brought more. It was not believed, and pages were read until one was empty.`,
  ),
  "count-not-reached": kind(
    { total: "text", rows: "number" },
    ({ total, rows }) =>
      `The API counts ${total} ${plural(Number(total), "row")}, but no more than ${rows} came before an empty page. Rows may be missing.`,
  ),
  "next-not-found": kind(
    { key: "text", path: "text", signs: "findings", keys: "finding" },
    ({ key, path, signs: found, keys: there }, say) =>
      `Nothing is at ${key} "${path}", but the API says that there is more: ${listed(found, say)}. The answer has ${say(there)}.`,
  ),
  "next-not-said": kind(
    { key: "text", path: "text", keys: "finding" },
    ({ key, path, keys: there }, say) =>
      `Nothing is at ${key} "${path}", so the first page was taken as the only one: rows may be missing. The answer has ${say(there)}.`,
  ),
  "ended-with-more": kind(
    { pages: "number", signs: "findings" },
    ({ pages, signs: found }, say) =>
      `Reading ended after ${pages === 1 ? "one page" : `${pages} pages`}, but the API says that there is more: ${listed(found, say)}. Rows may be missing.`,
  ),
};

/** What the paging of an API showed: why it cannot go on, and doubts about its end. */
export const pagingFindings = {
  ...signs,
  ...keys,
  ...next,
  ...doubts,
};
