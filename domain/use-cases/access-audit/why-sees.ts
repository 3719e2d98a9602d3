import { connector, latestVersion } from "../../connector/decider.ts";
import { type ConnectorRule, rulesForVersion } from "../../connector/who-sees.ts";
import { dataset } from "../../dataset/decider.ts";
import { type DatasetRule, readsAllRows, rulesForDataset } from "../../dataset/who-sees.ts";
import { instance } from "../../instance/decider.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { foldUntil } from "./fold-until.ts";
import { keysAt, type OpeningKey } from "./keys-at.ts";

/** An item of which somebody may ask who sees it; a connector by its root id. */
export type AuditedItem = { readonly kind: "dataset" | "connector" | "table"; readonly id: string };

/** A rule by which a person sees an item, and the event that made it apply. */
export type AppliedRule = {
  readonly rule: DatasetRule | ConnectorRule;
  /** When it began to apply, and who did that; null where the rule has no such event. */
  readonly since: string | null;
  readonly by: string | null;
  /** When a grant ends. */
  readonly until: string | null;
  /** Of a connector: the numbers of the versions that are seen by it. */
  readonly versions: readonly number[] | null;
};

/** Why a rule that could apply does not. */
export type Hindrance = "no-account" | "missing" | "deleted" | "taken-down" | "private" | "not-ready" | "grant-ended";

export type WhySees = {
  readonly sees: boolean;
  readonly rows: "all" | "sample" | "none";
  readonly rules: readonly AppliedRule[];
  readonly hindrances: readonly Hindrance[];
  /** The keys of the person that open all rows. */
  readonly keys: readonly OpeningKey[];
  /** The user roles that the person had. */
  readonly roles: readonly string[];
};

type WhyAsked = { readonly item: AuditedItem; readonly userId: string; readonly asOf: string | null };
type Viewer = { readonly userId: string; readonly isAdmin: boolean; readonly at: string; readonly asOf: string | null };
type Found = Pick<WhySees, "rows" | "rules" | "hindrances"> & { readonly names: readonly string[] };
type LogPort = Pick<Ports, "log">;

const NO_EVENT = { since: null, by: null, until: null, versions: null } as const;

/**
 * By which rules a person sees an item, or why they do not: now, or as of a time. Reads the streams of the item and of
 * the person alone, and decides by the functions that decide for commands.
 */
export async function whySees(ports: Pick<Ports, "log" | "clock">, { item, userId, asOf }: WhyAsked): Promise<WhySees> {
  const at = asOf ?? (await ports.clock.now()).toISOString();
  const account = await foldUntil(ports, user, { id: userId, asOf });
  if (account.status === "absent")
    return { sees: false, rows: "none", rules: [], hindrances: ["no-account"], keys: [], roles: [] };
  const { roles } = account;
  const viewer = { userId, isAdmin: roles.includes("admin"), at, asOf };
  const { names, ...found } = await FINDERS[item.kind](ports, item.id, viewer);
  const keys = found.rows === "all" ? await keysAt(ports, { userId, at, asOf, names }) : [];
  return { sees: found.rules.length > 0, ...found, keys, roles };
}

const FINDERS: Readonly<Record<AuditedItem["kind"], (ports: LogPort, id: string, viewer: Viewer) => Promise<Found>>> = {
  dataset: ofDataset,
  connector: ofConnector,
  table: ofTable,
};

const nothing = (hindrance: Hindrance): Found => ({ rows: "none", rules: [], hindrances: [hindrance], names: [] });

async function ofDataset(ports: LogPort, id: string, viewer: Viewer): Promise<Found> {
  let grant: Pick<AppliedRule, "since" | "by" | "until"> = NO_EVENT;
  let created: string | null = null;
  let opened: string | null = null;
  const names = [id];
  const state = await foldUntil(ports, dataset, { id, asOf: viewer.asOf }, (event, before) => {
    const { type, data, recordedAt } = event;
    if (type === "DatasetCreated" || type === "DatasetPublishedFromConnection") {
      names.push(data.tableName);
      created = recordedAt;
      if (data.isPublic) opened = recordedAt;
    }
    if (type === "DatasetEdited" && data.isPublic && "card" in before && !before.card.isPublic) opened = recordedAt;
    if (type === "AccessGranted" && data.userId === viewer.userId)
      grant = { since: recordedAt, by: data.by, until: data.until ?? null };
  });
  if (!("ownerId" in state)) return nothing(state.status === "deleted" ? "deleted" : "missing");
  const rules = rulesForDataset(state, viewer);
  const facts: Readonly<Record<DatasetRule, Partial<AppliedRule>>> = {
    owner: { since: created, by: state.ownerId },
    grant,
    public: { since: opened, by: state.ownerId },
    admin: {},
  };
  const hindrances: Hindrance[] = [];
  if (rules.length === 0) {
    if (state.takenDown) hindrances.push("taken-down");
    if (state.status === "hidden") hindrances.push("deleted");
    else if (!state.card.isPublic) hindrances.push("private");
    else if (state.status !== "ready") hindrances.push("not-ready");
    if (state.grantees.has(viewer.userId) && !state.takenDown) hindrances.push("grant-ended");
  }
  const rows = readsAllRows(rules) ? "all" : rules.length > 0 ? "sample" : "none";
  return { rows, rules: rules.map((rule) => ({ ...NO_EVENT, rule, ...facts[rule] })), hindrances, names };
}

async function ofConnector(ports: LogPort, id: string, viewer: Viewer): Promise<Found> {
  let connected: string | null = null;
  const published = new Map<number, string>();
  const state = await foldUntil(ports, connector, { id, asOf: viewer.asOf }, ({ type, data, recordedAt }) => {
    if (type === "ConnectorVersionPublished") published.set(data.version, recordedAt);
    if (type === "ConnectorSubscribed" && data.userId === viewer.userId) connected = recordedAt;
  });
  if (state.rootId === null) return nothing("missing");
  const byRule = Map.groupBy(
    state.versions.flatMap((version) =>
      rulesForVersion(state, version, viewer).map((rule) => [rule, version.version] as const),
    ),
    ([rule]) => rule,
  );
  const rules = [...byRule].map(([rule, found]): AppliedRule => {
    const versions = found.map(([, version]) => version);
    const since =
      rule === "subscription" ? connected : rule === "admin" ? null : (published.get(versions[0] ?? 0) ?? null);
    const by = rule === "subscription" ? viewer.userId : rule === "admin" ? null : state.ownerId;
    return { rule, since, by, until: null, versions };
  });
  const hindrances: Hindrance[] = [];
  if (rules.length === 0) {
    if (state.takenDown) hindrances.push("taken-down");
    if (state.status !== "open") hindrances.push("deleted");
    else if (latestVersion(state)?.isPublic !== true) hindrances.push("private");
  }
  return { rows: "none", rules, hindrances, names: [id] };
}

/** Output tables are seen by the owner of the instance alone. */
async function ofTable(ports: LogPort, id: string, { userId, asOf }: Viewer): Promise<Found> {
  let activated: { readonly ownerId: string; readonly names: readonly string[]; readonly at: string } | null = null;
  const seen = { removed: false };
  await foldUntil(ports, instance, { id, asOf }, ({ type, data, recordedAt }) => {
    if (type === "InstanceActivated")
      activated = { ownerId: data.owner.id, names: [id, data.tableName, data.rootId], at: recordedAt };
    if (type === "InstanceRemoved") seen.removed = true;
  });
  const found = activated as { ownerId: string; names: readonly string[]; at: string } | null;
  if (found === null) return nothing("missing");
  if (seen.removed) return nothing("deleted");
  if (found.ownerId !== userId) return nothing("private");
  const rule = { ...NO_EVENT, rule: "owner", since: found.at, by: userId } as const;
  return { rows: "all", rules: [rule], hindrances: [], names: found.names };
}
