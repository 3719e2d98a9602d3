import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import type { RecordedEvent } from "../core/event-store.ts";
import { toHex } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import { mayReadEvent } from "./event-readers.ts";
import { entryLeaf, logEntry, MAX_ENTRY_BYTES } from "./log-entry.ts";
import { leafHash } from "./tree/merkle.ts";

const { sha256 } = logCrypto;
const GOLDEN = JSON.parse(readFileSync(new URL("./golden-entries.json", import.meta.url), "utf8")) as readonly {
  readonly event: RecordedEvent;
  readonly entry: string;
  readonly leaf: string;
}[];

test.each(GOLDEN)("the entry of $event.type is as it was first written", ({ event, entry, leaf }) => {
  const bytes = logEntry(event, sha256);
  expect(new TextDecoder().decode(bytes)).toBe(entry);
  expect([toHex(leafHash(sha256, bytes)), toHex(entryLeaf(event, sha256))]).toEqual([leaf, leaf]);
});

test("the entry does not depend on the store: neither its position nor the order of fields is in it", () => {
  const { event } = GOLDEN[0]!;
  const turned = Object.fromEntries(Object.entries(event).reverse()) as RecordedEvent;
  const elsewhere = { ...turned, position: "00000000000000000042/00000000000000000000" };
  expect(logEntry(elsewhere, sha256)).toEqual(logEntry(event, sha256));
});

test("canonical JSON is one text for one value, and reads as that value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [1e21, -0, 0.1], "\u20ac": "\u0000", a: undefined, aa: null })).toBe(
    '{"aa":null,"b":[1e+21,0,0.1],"€":"\\u0000"}',
  );
});

test("an entry with long data has the data's hash in its place", () => {
  const { event } = GOLDEN[0]!;
  const data = { text: "x".repeat(MAX_ENTRY_BYTES) };
  const bytes = logEntry({ ...event, data }, sha256);
  expect(bytes.length).toBeLessThan(MAX_ENTRY_BYTES);
  expect(entryLeaf({ ...event, data }, sha256)).toEqual(leafHash(sha256, bytes));
  const written = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  expect(written["data"]).toBeUndefined();
  expect(written["dataSha256"]).toBe(toHex(sha256(new TextEncoder().encode(canonicalJson(data)))));
});

test("people see what they did, what is about them and what is theirs; admins and auditors see all", () => {
  const by = (id: string) => ({ kind: "user", id }) as const;
  const first = { data: { datasetId: "d", owner: { kind: "user", id: "owner" } } };
  const granted = { actor: by("owner"), data: { datasetId: "d", userId: "guest", by: "owner" } };
  const sees = (id: string, roles: readonly string[] = []) => mayReadEvent({ id, roles }, granted, first);
  expect([sees("owner"), sees("guest"), sees("stranger")]).toEqual([true, true, false]);
  expect([sees("x", ["admin"]), sees("x", ["auditor"]), sees("x", ["editor"])]).toEqual([true, true, false]);
  const run = { actor: { kind: "system", name: "runner" } as const, data: { runId: "r" } };
  expect(mayReadEvent({ id: "owner", roles: [] }, run, { data: { ownerId: "owner" } })).toBe(true);
  expect(mayReadEvent({ id: "other", roles: [] }, run, { data: { ownerId: "owner" } })).toBe(false);
});
