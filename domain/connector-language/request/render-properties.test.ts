import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyAuth } from "../sign-in/auth.ts";
import { chosenAuth } from "../definition/definition.ts";
import type { Json } from "../json/json.ts";
import { scalarText } from "../json/json.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { finishRequest, NO_PATCH, renderRequest } from "./request.ts";

/** A template as its parts, so that the expected text is known without parsing the template. */
type Part = string | { name: "a" | "b" | "c" };
type Parts = Part[];
const name = fc.constantFrom<{ name: "a" | "b" | "c" }>({ name: "a" }, { name: "b" }, { name: "c" });
const literal = fc.stringMatching(/^[A-Za-z0-9_~-]{1,6}$/);
const parts = fc.array(fc.oneof(literal, name), { minLength: 1, maxLength: 3 });
const template = (text: Parts) => text.map((part) => (typeof part === "string" ? part : `{${part.name}}`)).join("");
const filled = (text: Parts, values: Record<string, Json>) =>
  text.map((part) => (typeof part === "string" ? part : (scalarText(values[part.name]) ?? ""))).join("");
const uses = (text: Parts, names: readonly string[]) =>
  text.some((part) => typeof part !== "string" && names.includes(part.name));

const HOSTILE = [
  "..",
  ".",
  "/",
  "//evil.test",
  "%2e%2e",
  "%2F",
  "?x=1",
  "#",
  "&x=1",
  "=",
  "\\",
  "@evil.test",
  ":8080",
  "\r\nX-Evil: y",
  "\n",
  "\0",
  '"',
  "\\u0000",
  "{a}",
  "{b}",
  "{{c}}",
  "${x}",
  '","evil":"',
  "__proto__",
  "]]>",
  "é",
  "\u{1f600}",
  "\ud800",
  " ",
  "+",
  ";",
  ".;x",
  "%",
];
const value = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 4 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((pieces) => pieces.join("")),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom<Json>(9007199254740993n, null, ""),
);
const values = fc.record({ a: value, b: value, c: value });
const unset = (record: Record<string, Json>) =>
  Object.keys(record).filter((key) => record[key] === null || record[key] === "");

const leaf = fc.oneof(
  parts.map((text) => ({ text })),
  fc.constantFrom<{ plain: Json }>({ plain: 1 }, { plain: true }, { plain: null }),
);
type Tree = { text: Parts } | { plain: Json } | { list: Tree[] } | { members: [string, Tree][] };
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: "tree" },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }).map((list) => ({ list })),
    fc
      .uniqueArray(fc.tuple(literal, tie("tree")), { maxLength: 3, selector: ([key]) => key })
      .map((members) => ({ members })),
  ),
}));

function written(node: Tree): Json {
  if ("text" in node) return template(node.text);
  if ("plain" in node) return node.plain;
  if ("list" in node) return node.list.map(written);
  return Object.fromEntries(node.members.map(([key, inner]) => [key, written(inner)]));
}

function expected(node: Tree, record: Record<string, Json>): Json {
  if ("plain" in node) return node.plain;
  if ("list" in node) return node.list.map((inner) => expected(inner, record));
  if ("members" in node) return Object.fromEntries(node.members.map(([key, inner]) => [key, expected(inner, record)]));
  const [only] = node.text;
  return node.text.length === 1 && only !== undefined && typeof only !== "string"
    ? (record[only.name] ?? null)
    : filled(node.text, record);
}

/** Bigints as JSON reads them back from the body's text. */
const plain = (json: Json) =>
  JSON.stringify(json, (_key, inner: unknown) => (typeof inner === "bigint" ? `#${inner}` : inner));

describe("a rendered request, whatever the values", () => {
  test("keeps origin, path segments, query, headers and the shape of the body, and expands no value again", () => {
    const request = fc.record({
      segments: fc.array(parts, { minLength: 1, maxLength: 4 }),
      inUrl: fc.array(fc.tuple(literal, parts), { maxLength: 2 }),
      query: fc.uniqueArray(
        fc.tuple(
          literal.map((key) => `q${key}`),
          parts,
        ),
        { maxLength: 3, selector: ([key]) => key },
      ),
      headers: fc.uniqueArray(
        fc.tuple(
          literal.map((key) => `X-${key}`),
          parts,
        ),
        { maxLength: 3, selector: ([key]) => key.toLowerCase() },
      ),
      body: fc.uniqueArray(fc.tuple(literal, tree), { minLength: 1, maxLength: 3, selector: ([key]) => key }),
      values,
    });
    let rendered = 0;
    fc.assert(
      fc.property(request, ({ segments, inUrl, query, headers, body, values: record }) => {
        const parsed = parseDefinition({
          protocol: "rest",
          base_url: "https://api.test:8443/base",
          operations: [
            {
              method: "POST",
              url: `/${segments.map(template).join("/")}${inUrl.length === 0 ? "" : `?${inUrl.map(([key, text]) => `${key}=${template(text)}`).join("&")}`}`,
              query: Object.fromEntries(query.map(([key, text]) => [key, template(text)])),
              headers: Object.fromEntries(headers.map(([key, text]) => [key, template(text)])),
              body_template: written({ members: body }),
            },
          ],
        });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
        const [operation] = parsed.definition.operations;
        if (operation === undefined) throw new Error("no operation");
        const result = renderRequest(
          operation,
          new Map(Object.entries(record)),
          {},
          { ...NO_PATCH, query: [["page", record.a === null ? "" : String(record.a).toWellFormed()]] },
        );
        if (!result.ok) {
          const texts = Object.values(record).map((each) => scalarText(each) ?? "");
          // Refusals have a reason: a value that no URL, header or text can hold, or a missing value in the URL.
          const hard = texts.some((text) => !/^[\w]+$/.test(text));
          return hard;
        }
        rendered += 1;
        const { url } = result.value;
        const empty = unset(record);
        const shownQuery = [...inUrl, ...query.filter(([, text]) => !uses(text, empty))].map(([key, text]) => [
          key,
          filled(text, record),
        ]);
        const shownHeaders = headers
          .filter(([, text]) => filled(text, record) !== "")
          .map(([key, text]) => [key, filled(text, record)]);
        const final = finishRequest(result.value, "Tributary/1");
        return (
          url.origin === "https://api.test:8443" &&
          url.username === "" &&
          url.hash === "" &&
          plain(url.pathname.split("/").slice(1).map(decodeURIComponent)) ===
            plain(["base", ...segments.map((text) => filled(text, record))]) &&
          plain(
            url.search
              .slice(1)
              .split("&")
              .map((pair) => pair.split("=").map(decodeURIComponent)),
          ) === plain([...shownQuery, ["page", record.a === null ? "" : String(record.a).toWellFormed()]]) &&
          plain(final.headers.map(([key, text]) => [key, text])) ===
            plain([
              ...shownHeaders,
              ["User-Agent", "Tributary/1"],
              ["Accept", "application/json, */*;q=0.5"],
              ["Content-Type", "application/json"],
            ]) &&
          final.headers.every(([, text]) => !/[\r\n\0]/.test(text)) &&
          plain(result.value.body) === plain(expected({ members: body }, record))
        );
      }),
      { numRuns: 500 },
    );
    // Most values are hostile; still many requests must have been rendered.
    expect(rendered).toBeGreaterThan(50);
  });

  test("gives the host one plain label or none, and the credentials one place", () => {
    const where = fc.constantFrom<[object, (draft: { url: URL; headers: [string, string][] }) => number]>(
      [{ type: "bearer" }, ({ headers }) => headers.filter(([key]) => key === "Authorization").length],
      [{ type: "apikey", in: "query", name: "key" }, ({ url }) => url.searchParams.getAll("key").length],
      [{ type: "basic" }, ({ headers }) => headers.filter(([key]) => key === "Authorization").length],
    );
    fc.assert(
      fc.property(where, value, value, ([auth, count], host, secret) => {
        const parsed = parseDefinition({
          protocol: "rest",
          auth,
          operations: [{ url: "https://{shop}.example.com/x", query: { fixed: "1" } }],
        });
        const operation = parsed.ok ? parsed.definition.operations[0] : undefined;
        if (!parsed.ok || operation === undefined) throw new Error("not a definition");
        const all = new Map<string, Json>([
          ["shop", host],
          ["token", secret],
          ["username", secret],
          ["password", secret],
        ]);
        const draft = renderRequest(operation, all);
        if (!draft.ok) return true;
        const { url, headers } = draft.value;
        const before = { host: url.host, path: url.pathname, headers: headers.length };
        const signed = applyAuth(chosenAuth(parsed.definition), all, draft.value);
        return (
          /^[a-z0-9-]{1,63}\.example\.com$/.test(url.host) &&
          url.protocol === "https:" &&
          url.port === "" &&
          url.host === before.host &&
          url.pathname === before.path &&
          headers.length <= before.headers + 1 &&
          url.searchParams.get("fixed") === "1" &&
          [...url.searchParams].length <= 2 &&
          headers.every(([, text]) => !/[\r\n\0]/.test(text)) &&
          (!signed.ok || count(draft.value) === 1)
        );
      }),
      { numRuns: 500 },
    );
  });
});
