import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { type ApiKeyEvent, apiKeyEvents } from "./events.ts";
import { type KeyLimits, type Scope, SCOPES } from "../core/keys/scopes.ts";

/** Account API keys that one user may have at a time. */
export const MAX_API_KEYS = 20;

export type ApiKeyCommand =
  | {
      readonly type: "create";
      readonly userId: string;
      readonly keyId: string;
      /** null: "Key 3" for a user who has two. */
      readonly name: string | null;
      readonly prefix: string;
      readonly lastFour: string;
      readonly scopes: readonly Scope[];
      /** null: all that the user may use. */
      readonly limits: KeyLimits | null;
      readonly expiresAt: string | null;
    }
  /** `names`: the new names by the ids of their keys. */
  | { readonly type: "rename"; readonly userId: string; readonly names: ReadonlyMap<string, string> }
  | { readonly type: "tell-expiry"; readonly userId: string; readonly keyId: string; readonly expiresAt: string }
  | { readonly type: "delete"; readonly userId: string; readonly keyId: string }
  | { readonly type: "end-all"; readonly userId: string };

export type ApiKeyRefusal =
  | { readonly code: "api-key-unknown" }
  | { readonly code: "scopes-missing" }
  | { readonly code: "api-keys-used-up"; readonly limit: number };

/** Names of the keys by their ids. */
export type ApiKeysState = ReadonlyMap<string, string>;

/** The account API keys of one user. */
export const apiKeys: Aggregate<string, ApiKeysState, ApiKeyEvent, ApiKeyCommand, ApiKeyRefusal> = {
  stream: (userId) => `api-keys-${userId}`,
  events: apiKeyEvents,
  initialState: new Map(),
  evolve(state, event) {
    switch (event.type) {
      case "ApiKeyCreated":
      case "ApiKeyRenamed":
        return new Map(state).set(event.data.keyId, event.data.name);
      case "ApiKeyExpiryNear":
        return state;
      case "ApiKeyDeleted":
        return new Map([...state].filter(([id]) => id !== event.data.keyId));
      case "ApiKeysEnded":
        return new Map([...state].filter(([id]) => !event.data.keyIds.includes(id)));
    }
  },
  decide(state, command) {
    const { userId } = command;
    switch (command.type) {
      case "create": {
        const { keyId, prefix, lastFour, expiresAt, limits } = command;
        if (state.has(keyId)) return emit();
        if (command.scopes.length === 0) return refuse({ code: "scopes-missing" });
        if (state.size >= MAX_API_KEYS) return refuse({ code: "api-keys-used-up", limit: MAX_API_KEYS });
        const name = command.name ?? `Key ${state.size + 1}`;
        return emit({
          type: "ApiKeyCreated",
          data: {
            ...{ userId, keyId, name, prefix, lastFour, expiresAt },
            scopes: SCOPES.filter((scope) => command.scopes.includes(scope)),
            tables: limits === null ? null : [...limits.tables],
            connectors: limits === null ? null : [...limits.connectors],
          },
        });
      }
      case "rename": {
        if ([...command.names.keys()].some((keyId) => !state.has(keyId))) return refuse({ code: "api-key-unknown" });
        const changed = [...command.names].filter(([keyId, name]) => state.get(keyId) !== name);
        return emit(
          ...changed.map(([keyId, name]) => ({ type: "ApiKeyRenamed", data: { userId, keyId, name } }) as const),
        );
      }
      case "tell-expiry": {
        const { keyId, expiresAt } = command;
        const name = state.get(keyId);
        return name === undefined
          ? emit()
          : emit({ type: "ApiKeyExpiryNear", data: { userId, keyId, name, expiresAt } });
      }
      case "delete":
        return state.has(command.keyId)
          ? emit({ type: "ApiKeyDeleted", data: { userId, keyId: command.keyId } })
          : refuse({ code: "api-key-unknown" });
      case "end-all":
        if (state.size === 0) return emit();
        return emit({
          type: "ApiKeysEnded",
          data: { userId, keyIds: [...state.keys()], names: [...state.values()].join("\n") },
        });
    }
  },
};
