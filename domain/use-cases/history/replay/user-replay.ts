import { type ApiKeyEvent, apiKeyEvents } from "../../../api-keys/events.ts";
import { isEventOf } from "../../../core/event-catalog.ts";
import { user, type UserState } from "../../../user/decider.ts";
import { type UserEvent, userEvents } from "../../../user/events.ts";
import type { Replay } from "./replay-of.ts";

type Key = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly tables: readonly string[] | null;
  readonly connectors: readonly string[] | null;
  readonly madeAt: string;
  readonly expiresAt: string | null;
};
type Folded = { readonly state: UserState; readonly keys: readonly Key[] };

/** What an account was: its name, plan and roles, and its API keys without the keys themselves. */
export const userReplay: Replay<Folded, ReturnType<typeof show>> = {
  initial: { state: user.initialState, keys: [] },
  evolve(folded, event) {
    if (isEventOf<UserEvent>(userEvents, event)) return { ...folded, state: user.evolve(folded.state, event) };
    return isEventOf<ApiKeyEvent>(apiKeyEvents, event)
      ? { ...folded, keys: keysAfter(folded.keys, event, event.recordedAt) }
      : folded;
  },
  show,
};

function keysAfter(keys: readonly Key[], event: ApiKeyEvent, at: string): readonly Key[] {
  switch (event.type) {
    case "ApiKeyCreated": {
      const { name, scopes, tables, connectors, expiresAt } = event.data;
      return [...keys, { id: event.data.keyId, name, scopes, tables, connectors, madeAt: at, expiresAt }];
    }
    case "ApiKeyRenamed":
      return keys.map((key) => (key.id === event.data.keyId ? { ...key, name: event.data.name } : key));
    case "ApiKeyDeleted":
      return keys.filter(({ id }) => id !== event.data.keyId);
    case "ApiKeysEnded":
      return keys.filter(({ id }) => !event.data.keyIds.includes(id));
    case "ApiKeyExpiryNear":
      return keys;
  }
}

function show({ state, keys }: Folded, time: string) {
  const there = state.status === "absent" ? null : state;
  return {
    status: state.status === "absent" && state.deleted ? ("deleted" as const) : state.status,
    name: there?.name ?? null,
    email: there?.email ?? null,
    plan: there?.plan ?? null,
    roles: there?.roles ?? [],
    apiKeys: there
      ? keys.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > Date.parse(time))
      : [],
  };
}
