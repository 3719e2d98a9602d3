import { expect, test } from "vitest";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import { changesByKind, countWords } from "./change-words.ts";
import { type DefinitionChange, definitionChanges } from "./definition-changes.ts";

function read(written: object) {
  const parsed = parseDefinition({ protocol: "rest", ...written });
  if (!parsed.ok) throw new Error(parsed.faults.map(({ message }) => message).join(" "));
  return parsed.definition;
}

/** "setting Region changed: Required no → yes". */
function said(changes: readonly DefinitionChange[]): readonly string[] {
  return changes.map(({ kind, change, name, facets }) => {
    const different = facets.map(({ what, before, after }) => `${what} ${before ?? "–"} → ${after ?? "–"}`);
    return [`${kind} ${name} ${change}`, ...(change === "changed" ? [different.join("; ")] : [])].join(": ");
  });
}

const levels = { id: "levels", url: "https://api.example.org/levels" };
const region = { key: "region", label: "Region", type: "text" };

function between(before: object, after: object): readonly string[] {
  return said(definitionChanges(read(before), read(after)));
}

test("settings that were added, changed and removed are told with what is different", () => {
  const before = { operations: [{ ...levels, params_fields: [region, { key: "since", type: "date" }] }] };
  const after = {
    operations: [
      {
        ...levels,
        params_fields: [
          { ...region, type: "select", options: ["north", "south"], required: true, default: "north" },
          { key: "unit", label: "Unit" },
        ],
      },
    ],
  };
  expect(between(before, after)).toEqual([
    "setting Region changed: Type text → select; Required no → yes; Default – → north; Options – → north, south",
    "setting Unit added",
    "setting since removed",
  ]);
});

test("columns are compared by name, and not at all where one version declares none", () => {
  const columns = [{ name: "station" }, { name: "level", type: "number" }];
  const before = { operations: [{ ...levels, columns }] };
  const after = { operations: [{ ...levels, columns: [{ name: "level", type: "text" }, { name: "at" }] }] };
  expect(between(before, after)).toEqual([
    "column level changed: Type number → text",
    "column at added",
    "column station removed",
  ]);
  expect(between({ operations: [levels] }, after)).toEqual([
    "table levels changed: Columns as the API sends them → declared",
  ]);
});

test("another host is told besides the request that calls it", () => {
  const after = { operations: [{ ...levels, method: "POST", url: "https://new.example.org/levels" }] };
  expect(between({ operations: [levels] }, after)).toEqual([
    "host new.example.org added",
    "request levels changed: Address GET https://api.example.org/levels → POST https://new.example.org/levels",
    "host api.example.org removed",
  ]);
});

test("query, headers, pages and rows of a request are told one by one", () => {
  const before = { operations: [{ ...levels, query: { format: "full" }, records: "data" }] };
  const after = {
    operations: [
      {
        ...levels,
        query: { format: "short", lang: "en" },
        headers: { "X-Trace": "1" },
        records: "data.items",
        pagination: { strategy: "page", page_param: "p" },
      },
    ],
  };
  expect(between(before, after)).toEqual([
    [
      "request levels changed: Query format full → short",
      "Rows at data → data.items",
      "Pages one → strategy page, page_param p",
      "Query lang – → en",
      "Header X-Trace – → 1",
    ].join("; "),
  ]);
});

test("ways to sign in, their credentials and tables that come and go are named", () => {
  const before = { auth: { type: "bearer" }, operations: [levels] };
  const after = {
    auth: { type: "apikey", in: "query", name: "key" },
    operations: [levels, { ...levels, id: "flows" }],
  };
  const changes = definitionChanges(read(before), read(after));
  expect(said(changes)).toEqual([
    "sign-in API key added",
    "credential API key changed: Label Token → API key",
    "table flows added",
    "request flows added",
    "sign-in Bearer token removed",
  ]);
  expect(countWords(changes)).toBe("2 ways to sign in, 1 credential, 1 output table, 1 request");
  expect(changesByKind(changes).map(({ kind }) => kind)).toEqual(["sign-in", "credential", "table", "request"]);
});

test("the same definition written in another way has no changes", () => {
  const top = { base_url: "https://api.example.org", operations: [{ id: "levels", url: "/levels", method: "GET" }] };
  expect(between({ operations: [levels] }, top)).toEqual([]);
});
