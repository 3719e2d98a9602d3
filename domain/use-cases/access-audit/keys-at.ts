import { apiKeys } from "../../api-keys/decider.ts";
import type { Scope } from "../../core/keys/scopes.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { foldUntil } from "./fold-until.ts";

/** A key that opens all rows of a table. */
export type OpeningKey = {
  readonly id: string;
  readonly kind: "streaming" | "account";
  readonly prefix: string;
  readonly lastFour: string;
  readonly since: string;
  readonly scopes: readonly Scope[];
  /** It opens chosen things only, and this table is one of them. */
  readonly isLimited: boolean;
};

type KeysAsked = {
  readonly userId: string;
  /** The moment for which ends of keys count. */
  readonly at: string;
  readonly asOf: string | null;
  /** What a limited key may name the table by: its id, its table name, its connector. */
  readonly names: readonly string[];
};

/** The keys of a user that open a table which the user may read: the streaming key, and account keys with the scope read. */
export async function keysAt(ports: Pick<Ports, "log">, asked: KeysAsked): Promise<readonly OpeningKey[]> {
  const { userId, asOf, at, names } = asked;
  const keys = new Map<string, OpeningKey>();
  await foldUntil(ports, user, { id: userId, asOf }, ({ type, data, recordedAt: since }) => {
    if (type === "StreamingKeyRemoved") keys.delete("streaming");
    if (type !== "StreamingKeyReplaced") return;
    const { keyId: id, prefix, lastFour } = data;
    keys.set("streaming", { id, kind: "streaming", prefix, lastFour, since, scopes: ["read"], isLimited: false });
  });
  await foldUntil(ports, apiKeys, { id: userId, asOf }, ({ type, data, recordedAt: since }) => {
    if (type === "ApiKeyDeleted") keys.delete(data.keyId);
    if (type === "ApiKeysEnded") for (const id of data.keyIds) keys.delete(id);
    if (type !== "ApiKeyCreated") return;
    const { keyId: id, prefix, lastFour, scopes, tables, connectors, expiresAt } = data;
    const isLimited = tables !== null || connectors !== null;
    const opens = !isLimited || [...(tables ?? []), ...(connectors ?? [])].some((name) => names.includes(name));
    const lasts = expiresAt === null || Date.parse(expiresAt) > Date.parse(at);
    if (scopes.includes("read") && opens && lasts)
      keys.set(id, { id, kind: "account", prefix, lastFour, since, scopes, isLimited });
  });
  return [...keys.values()];
}
