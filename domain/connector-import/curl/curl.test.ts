import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importNoteWords } from "../import-note-words.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { importCurl } from "./curl-definition.ts";
import type { LooseObject } from "../imported.ts";
import { shellWords } from "./shell-words.ts";

function words(line: string): string[] {
  const cut = shellWords(line);
  if (!cut.ok) throw new Error(cut.message);
  return cut.words;
}

function imported(line: string) {
  const made = importCurl(line);
  if (!made.ok) throw new Error(made.message);
  const { definition, notes } = made.connector;
  const operation = (definition.operations as LooseObject[])[0] ?? {};
  return {
    definition,
    operation,
    auth: definition.auth as LooseObject | undefined,
    notes: notes.map(importNoteWords).map(({ place, message }) => `${place}: ${message}`),
    text: JSON.stringify(made),
  };
}

describe("the words of a command line", () => {
  test.each([
    ["curl a  b\tc", ["curl", "a", "b", "c"]],
    ["curl 'a b' \"c d\" e\\ f", ["curl", "a b", "c d", "e f"]],
    [`curl "a\\"b" 'c"d' "e'f"`, ["curl", 'a"b', 'c"d', "e'f"]],
    ["curl $'a\\nb\\u0041\\x42\\'' ''", ["curl", "a\nbAB'", ""]],
    ["curl \\\n  -X POST \\\r\n  url", ["curl", "-X", "POST", "url"]],
    ["curl https://a.test/?a=1&b=2", ["curl", "https://a.test/?a=1&b=2"]],
    ["curl a | jq .", ["curl", "a"]],
    ["curl a # b", ["curl", "a"]],
    ["curl $TOKEN \"${KEY}x\" '$NOT'", ["curl", "\ue000TOKEN\ue001", "\ue000KEY\ue001x", "$NOT"]],
  ])("%j", (line, expected) => {
    expect(words(line)).toEqual(expected);
  });

  test.each(["curl 'a", 'curl "a', "curl $'a", "curl $(cat x)", "curl `id`", 'curl "$(id)"', "curl \ue000"])(
    "refuses %j",
    (line) => {
      expect(shellWords(line).ok).toBe(false);
    },
  );

  test("gives back whatever was quoted, in each of the three ways", () => {
    const ansi = (text: string) =>
      `$'${[...text].map((char) => `\\U${char.codePointAt(0)!.toString(16).padStart(8, "0")}`).join("")}'`;
    const sh = fc.string({ unit: "grapheme" }).filter((text) => !/[\ue000\ue001]/.test(text));
    fc.assert(
      fc.property(fc.array(sh, { minLength: 1 }), (texts) => {
        expect(words(texts.map((text) => `'${text.replaceAll("'", "'\\''")}'`).join(" "))).toEqual(texts);
        expect(words(texts.map((text) => `"${text.replace(/[$`"\\]/g, "\\$&")}"`).join(" \\\n"))).toEqual(texts);
        expect(words(texts.map(ansi).join("\t"))).toEqual(texts);
      }),
    );
  });

  test("ends on any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."curl -dHX'\"\\$ {}()`|&;#@=\n"), maxLength: 80 }),
        (text) => typeof shellWords(text).ok === "boolean",
      ),
    );
  });
});

describe("a curl command", () => {
  test("with a bearer token", () => {
    const { definition, operation, auth, notes, text } = imported(
      `curl -sS --compressed 'https://api.github.com/repos/dlt-hub/dlt/issues?state=open&per_page=50&page=1' -H 'Accept: application/vnd.github+json' -H "Authorization: Bearer ghp_abcdefghijklmnopqrstuvwxyz0123456789"`,
    );
    expect(definition.base_url).toBe("https://api.github.com");
    expect(auth).toMatchObject({ type: "bearer", fields: [{ key: "token", private: true, required: true }] });
    expect(operation).toMatchObject({
      id: "issues",
      url: "/repos/dlt-hub/dlt/issues",
      headers: { Accept: "application/vnd.github+json" },
      query: { state: "{state}" },
      params_fields: [{ key: "state", default: "open" }],
      pagination: { strategy: "page", page_param: "page", limit_param: "per_page", limit: 50 },
    });
    expect(text).not.toContain("ghp_");
    expect(notes).toContain(
      "header Authorization: The token became a private field. Its value is not stored: each user enters their own.",
    );
    expect(notes.join()).toContain("Paging was guessed from the name: page.");
  });

  test.each([
    ["-u sk_test_51Habc:", { type: "basic" }, "sk_test"],
    ["-H 'Authorization: Basic dXNlcjpodW50ZXIy'", { type: "basic" }, "dXNlcjpodW50ZXIy"],
    ["-H 'Authorization: Token abc123'", { type: "apikey", name: "Authorization", format: "Token {token}" }, "abc123"],
    ["-H 'Authorization: hunter2'", { type: "apikey", format: "{token}" }, "hunter2"],
    ["-H 'X-API-Key: hunter2'", { type: "apikey", in: "header", name: "X-API-Key" }, "hunter2"],
    ["--oauth2-bearer hunter2", { type: "bearer" }, "hunter2"],
    ["-G -d api_key=hunter2", { type: "apikey", in: "query", name: "api_key" }, "hunter2"],
    ["-H 'Authorization: Digest username=\"hunter2\"'", { type: "none" }, "hunter2"],
  ])("keeps no secret: %s", (options, auth, secret) => {
    const made = imported(`curl https://api.example.com/v1/charges ${options}`);
    expect(made.auth).toMatchObject(auth);
    expect(made.text).not.toContain(secret);
    expect(made.notes.length).toBeGreaterThan(0);
  });

  test("turns every further secret into a private field: cookies, two keys, a body's password, a token in the path", () => {
    const made = imported(
      `curl https://api.example.com/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getUpdates -b 'session=s3cr3t-1' -H 'X-App-Id: s3cr3t-2' -H 'X-App-Key: s3cr3t-3' --json '{"user":"ana","password":"s3cr3t-4","deep":{"client_secret":"s3cr3t-5"}}'`,
    );
    expect(made.text).not.toMatch(/s3cr3t|AAHdq/);
    expect(made.operation.body_template).toEqual({
      user: "ana",
      password: "{password}",
      deep: { client_secret: "{client_secret}" },
    });
    expect(made.operation.url).toBe("/{secret}/getUpdates");
    const fields = made.operation.params_fields as LooseObject[];
    expect(fields.filter((field) => field.private === true).map((field) => field.key)).toEqual(
      expect.arrayContaining(["cookie", "X_App_Id", "X_App_Key", "password", "client_secret", "secret"]),
    );
  });

  test.each([
    [`-d '{"a":1}'`, { method: "POST", body_template: { a: 1 } }],
    [
      `--data-raw '{"q":"{term}"}' -H 'content-type: application/json'`,
      { body_template: { q: "{term}" }, params_fields: [{ key: "term" }] },
    ],
    [
      "-d a=1 -d 'b=x y'",
      {
        method: "POST",
        body_template: "a=1&b=x%20y",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      },
    ],
    ["-G --data-urlencode 'q=a b&c'", { query: { q: "{q}" }, params_fields: [{ key: "q", default: "a b&c" }] }],
    ["-XPOST -HAccept:text/csv", { method: "POST", headers: { Accept: "text/csv" } }],
    ["-sSLX POST", { method: "POST" }],
    ["-d q=$TERM", { body_template: "q={TERM}", params_fields: [{ key: "TERM", required: true }] }],
  ])("carries %s over", (options, operation) => {
    expect(imported(`curl https://api.example.com/search ${options}`).operation).toMatchObject(operation);
  });

  test("leaves parameters that come twice where they are", () => {
    expect(imported("curl 'https://api.example.com/x?id=1&id=2&q=3'").operation).toMatchObject({
      url: "/x?id=1&id=2",
      query: { q: "{q}" },
    });
  });

  test.each([
    ["-k", "--insecure: TLS certificates are always checked."],
    ["-x proxy:80", "--proxy: Requests go straight to the host, without a proxy."],
    ["-d @body.json", "--data: The file that it sends was not read."],
    ["--wobble", "--wobble: This option is not known and was left out."],
    ["| jq .", "the end of the line: What follows the curl command was left out."],
    ["-H 'Host: a'", null],
    ["-H 'Proxy-Authorization: x'", "header Proxy-Authorization: A header of this name cannot be set."],
  ])("says what it does with %s", (options, note) => {
    const { notes } = imported(`curl https://api.example.com/x ${options}`);
    if (note === null) expect(notes).toEqual([]);
    else expect(notes).toContain(note);
  });

  test.each([
    ["wget https://a.test", 'The line must begin with "curl".'],
    ["curl", "The line names no address."],
    ["curl ftp://a.example/x", "The address must begin with http:// or https://."],
    ["curl https://{host}/x", "Write the host of the address out; it may not come from a variable."],
    ["curl -X DELETE https://api.example.com/x", "The line uses DELETE. A connector reads, by GET or POST."],
    [
      "curl https://api.example.com/x -F a=b",
      "The line sends a multipart form. A connector sends JSON, text or nothing.",
    ],
  ])("refuses %s", (line, message) => {
    expect(importCurl(line)).toEqual({ ok: false, message });
  });

  test("has a length that it may have", () => {
    expect(importCurl(`curl ${"a".repeat(100_001)}`)).toEqual({
      ok: false,
      message: "The line is longer than 100 kB.",
    });
  });

  test("never throws, and never makes what the language refuses", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "-X",
        "-d",
        "-H",
        "--json",
        "-u",
        "-G",
        "-b",
        "--url",
        "--data-urlencode",
        "-F",
        "-k",
        "--next",
        "-",
        "--",
        "curl",
        "POST",
        "https://api.example.com/a?b={c}&__proto__=1&constructor=2",
      ),
      fc.string({ maxLength: 30 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.json({ maxDepth: 4 }),
      fc.tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 10 })).map(([name, value]) => `${name}: ${value}`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const made = importCurl(
          `curl https://api.example.com/items ${pieces.map((each) => `'${each.replaceAll("'", "'\\''")}'`).join(" ")}`,
        );
        if (made.ok) expect(parseDefinition(made.connector.definition).ok).toBe(true);
        // "This cannot be written" is our own fault, unless the line asks for something that connectors do not support.
        else expect(made.message).not.toMatch(/^This cannot be written/);
      }),
      { numRuns: 300 },
    );
  });
});
