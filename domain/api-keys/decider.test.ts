import { expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { given } from "../core/spec.ts";
import { apiKeys, MAX_API_KEYS } from "./decider.ts";
import type { ApiKeyEvent } from "./events.ts";

const userId = "u-ada";
const key = { prefix: "trib_a1b2", lastFour: "9xYz", expiresAt: null };
const unlimited = { scopes: ["read" as const], tables: null, connectors: null };
const created = (keyId: string, name: string): ApiKeyEvent => ({
  type: "ApiKeyCreated",
  data: { userId, keyId, name, ...key, ...unlimited },
});
const create = (keyId: string, name: string | null = null) =>
  ({ type: "create", userId, keyId, name, ...key, scopes: ["read"], limits: null }) as const;
const deleted = (keyId: string): ApiKeyEvent => ({ type: "ApiKeyDeleted", data: { userId, keyId } });
const two = [created("k1", "Key 1"), created("k2", "Report")];

test("a key without a name is called by its number", () => {
  expect(given(apiKeys).when(create("k1"))).toEqual(emit(created("k1", "Key 1")));
  expect(given(apiKeys, ...two).when(create("k3"))).toEqual(emit(created("k3", "Key 3")));
  expect(given(apiKeys, ...two, deleted("k2")).when(create("k3"))).toEqual(emit(created("k3", "Key 2")));
  expect(given(apiKeys, ...two).when(create("k3", "Sheets"))).toEqual(emit(created("k3", "Sheets")));
});

test("scopes are stored once each, in one order; a key without any is refused", () => {
  const limits = { tables: ["d-1"], connectors: [] };
  expect(given(apiKeys).when({ ...create("k1"), scopes: ["write", "read", "write"], limits })).toEqual(
    emit({
      type: "ApiKeyCreated",
      data: { userId, keyId: "k1", name: "Key 1", ...key, scopes: ["read", "write"], ...limits },
    }),
  );
  expect(given(apiKeys).when({ ...create("k1"), scopes: [] })).toEqual(refuse({ code: "scopes-missing" }));
});

test(`a user has at most ${MAX_API_KEYS} keys; a deleted one makes room`, () => {
  const most = Array.from({ length: MAX_API_KEYS }, (_, at) => created(`k${at}`, `Key ${at + 1}`));
  expect(given(apiKeys, ...most.slice(1)).when(create("new"))).toMatchObject({ ok: true });
  expect(given(apiKeys, ...most).when(create("new"))).toEqual(
    refuse({ code: "api-keys-used-up", limit: MAX_API_KEYS }),
  );
  expect(given(apiKeys, ...most, deleted("k3")).when(create("new"))).toMatchObject({ ok: true });
});

test("several keys are renamed together, all or none; a name that stays writes nothing", () => {
  const rename = (names: Record<string, string>) =>
    ({ type: "rename", userId, names: new Map(Object.entries(names)) }) as const;
  const renamed = (keyId: string, name: string): ApiKeyEvent => ({
    type: "ApiKeyRenamed",
    data: { userId, keyId, name },
  });
  expect(given(apiKeys, ...two).when(rename({ k1: "Sheets", k2: "Report" }))).toEqual(emit(renamed("k1", "Sheets")));
  expect(given(apiKeys, ...two, renamed("k1", "Sheets")).state.get("k1")).toBe("Sheets");
  for (const unknown of ["k3", "toString"])
    expect(given(apiKeys, ...two).when(rename({ k1: "Sheets", [unknown]: "Other" }))).toEqual(
      refuse({ code: "api-key-unknown" }),
    );
});

test("a deleted key is unknown", () => {
  const command = { type: "delete", userId, keyId: "k1" } as const;
  expect(given(apiKeys, ...two).when(command)).toEqual(emit(deleted("k1")));
  expect(given(apiKeys, ...two, deleted("k1")).when(command)).toEqual(refuse({ code: "api-key-unknown" }));
  expect(given(apiKeys, ...two, deleted("k1")).state).toEqual(new Map([["k2", "Report"]]));
});

test("its user is told that a key expires, by its present name; one that is deleted is left alone", () => {
  const expiresAt = "2027-03-31T22:00:00.000Z";
  const command = { type: "tell-expiry", userId, keyId: "k2", expiresAt } as const;
  expect(given(apiKeys, ...two).when(command)).toEqual(
    emit({ type: "ApiKeyExpiryNear", data: { userId, keyId: "k2", name: "Report", expiresAt } }),
  );
  expect(given(apiKeys, ...two, deleted("k2")).when(command)).toEqual(emit());
});
