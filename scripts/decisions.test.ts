import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FOLDER = path.resolve(import.meta.dirname, "../docs/decisions");
const SECTIONS = ["Context", "Decision", "Consequences"];
const records = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".md") && file !== "README.md")
  .sort();
const read = (file: string): string => readFileSync(path.join(FOLDER, file), "utf8");
const list = existsSync(path.join(FOLDER, "README.md")) ? read("README.md") : "";

const numberOf = (file: string): number => Number(/^(\d{3})-[a-z0-9]+(-[a-z0-9]+)*\.md$/.exec(file)?.[1] ?? NaN);
const titleOf = (text: string): string => /^# \d+\. (.+)$/m.exec(text)?.[1] ?? "";
const statusOf = (text: string): string => /^- Status: (.+)$/m.exec(text)?.[1] ?? "";
const supersededBy = (text: string): string | undefined => /^superseded by (\d+)$/.exec(statusOf(text))?.[1];

/** How a record differs from the form described in docs/decisions/README.md. */
function faultsOf(file: string): string[] {
  const text = read(file);
  const [title = "", , date = "", status = "", ...body] = text.split("\n");
  const headings = body.filter((line) => line.startsWith("## ")).map((line) => line.slice(3));
  const contents = body.join("\n").split(/^## .+$/m);
  const later = supersededBy(text);
  const faults: [boolean, string][] = [
    [!Number.isNaN(numberOf(file)), "is named like 007-some-words.md"],
    [title.startsWith(`# ${numberOf(file)}. `), `begins with "# ${numberOf(file)}. <title>"`],
    [/^- Date: \d{4}-\d{2}-\d{2}$/.test(date), 'has "- Date: YYYY-MM-DD" in line 3'],
    [
      /^- Status: (accepted|superseded by \d+)$/.test(status),
      'has "- Status: accepted" or "- Status: superseded by <number>" in line 4',
    ],
    [later === undefined || records.map(numberOf).includes(Number(later)), `names a record that exists: ${later}`],
    [
      headings.join() === SECTIONS.join() && contents.slice(1).every((content) => content.trim() !== ""),
      "has the three sections Context, Decision and Consequences, none of them empty",
    ],
    ...[...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]): [boolean, string] => [
      existsSync(path.join(FOLDER, link)),
      `links to a file that exists: ${link}`,
    ]),
  ];
  return faults.filter(([holds]) => !holds).map(([, rule]) => `docs/decisions/${file}: each record ${rule}`);
}

/** The cells of a record's row in the list of README.md. */
function rowOf(file: string): string[] {
  const text = read(file);
  return [String(numberOf(file)), `[${titleOf(text)}](${file})`, statusOf(text)];
}

test.each(records)("%s has the form of a decision record", (file) => {
  expect(faultsOf(file)).toEqual([]);
});

test("no two decision records have the same number", () => {
  const numbers = records.map(numberOf);
  expect(records.filter((file, index) => numbers.indexOf(numberOf(file)) !== index)).toEqual([]);
});

test("the list in docs/decisions/README.md has every record with its number, title and status, in order", () => {
  const rows = [...list.matchAll(/^\| +\d+ +\|.+\|$/gm)].map(([row]) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(rows).toEqual(records.map(rowOf));
});
