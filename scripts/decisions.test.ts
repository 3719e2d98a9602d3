import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const DECISIONS = path.resolve(import.meta.dirname, "../docs/decisions");
const NOTES = path.resolve(import.meta.dirname, "../docs/notes");
const SECTIONS = ["Context", "Decision", "Consequences"];
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort();
const records = filesIn(DECISIONS);
const notes = filesIn(NOTES);
const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), "utf8");

const numberOf = (file: string): number => Number(/^(\d{3})-[a-z0-9]+(-[a-z0-9]+)*\.md$/.exec(file)?.[1] ?? NaN);
const titleOf = (text: string): string => /^# \d+\. (.+)$/m.exec(text)?.[1] ?? "";
const statusOf = (text: string): string => /^- Status: (.+)$/m.exec(text)?.[1] ?? "";
const supersededBy = (text: string): string | undefined =>
  /^superseded(?: in part)? by (\d+)$/.exec(statusOf(text))?.[1];

/** Lists how a record or a note differs from the form described in the README of its folder. */
function formFaults(folder: string, file: string): string[] {
  const text = read(folder, file);
  const [title = "", , date = "", ...rest] = text.split("\n");
  const body = rest.join("\n");
  const headings = [...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const faults: [boolean, string][] = [
    [!Number.isNaN(numberOf(file)), "is named like 007-some-words.md"],
    [title.startsWith(`# ${numberOf(file)}. `), `begins with "# ${numberOf(file)}. <title>"`],
    [/^- Date: \d{4}-\d{2}-\d{2}$/.test(date), 'has "- Date: YYYY-MM-DD" in line 3'],
    [
      headings.join() === SECTIONS.join() &&
        body
          .split(/^## .+$/m)
          .slice(1)
          .every((content) => content.trim() !== ""),
      "has the three sections Context, Decision and Consequences, none of them empty",
    ],
    ...[...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]): [boolean, string] => [
      existsSync(path.join(folder, link)),
      `links to a file that exists: ${link}`,
    ]),
  ];
  return faults.filter(([holds]) => !holds).map(([, rule]) => `${file}: each one ${rule}`);
}

/** The rows of the lists in a README, by number. */
function listedRows(folder: string): string[][] {
  return [...read(folder, "README.md").matchAll(/^\| +\d+ +\|.+\|$/gm)]
    .map(([row]) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .sort((a, b) => Number(a[0]) - Number(b[0]));
}

test.each(records)("%s has the form of a decision record", (file) => {
  const text = read(DECISIONS, file);
  const later = supersededBy(text);
  expect(formFaults(DECISIONS, file)).toEqual([]);
  expect(statusOf(text)).toMatch(/^(?:accepted|superseded(?: in part)? by \d+)$/);
  if (later !== undefined) expect([...records, ...notes].map(numberOf)).toContain(Number(later));
});

test.each(notes)("%s has the form of a note", (file) => {
  expect(formFaults(NOTES, file)).toEqual([]);
  expect(statusOf(read(NOTES, file)), "a note is changed with its part, so it has no status").toBe("");
});

test("no two records or notes have the same number", () => {
  const numbers = [...records, ...notes].map(numberOf);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test("the README of each folder lists every file once, with its number and title, and the status of a record", () => {
  const record = (file: string) => {
    const text = read(DECISIONS, file);
    return [String(numberOf(file)), `[${titleOf(text)}](${file})`, statusOf(text)];
  };
  const note = (file: string) => [String(numberOf(file)), `[${titleOf(read(NOTES, file))}](${file})`];
  expect(listedRows(DECISIONS)).toEqual(records.map(record));
  expect(listedRows(NOTES)).toEqual(notes.map(note));
});
