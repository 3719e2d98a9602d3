import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { accept, refuse, type Result } from "#domain/core/result.ts";
import { instance, type InstanceRefusal } from "#domain/instance/decider.ts";
import type { Exposure, Stop } from "#domain/instance/stop.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import { type CallResult, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** A connection whose credentials may have left, for admins. */
export type ExposedConnection = {
  readonly id: string;
  readonly connectorId: string;
  readonly title: string;
  readonly version: number | null;
  readonly owner: string;
  readonly why: Exposure;
  readonly since: string;
  /** null: it runs. */
  readonly stopped: Stop | null;
  /** When an admin last had the owner told again. */
  readonly remindedAt: string | null;
};

/** A page of them, the newest first. */
export async function exposedConnections(
  { queries }: Platform,
  range: ListRange,
): Promise<CursorPage<ExposedConnection>> {
  const { items, ...page } = await queries.instances.exposedPage(range);
  const [versions, users] = await Promise.all([
    queries.catalogue.versionNames(items.map(({ connectorId }) => connectorId)),
    queries.users.byIds(items.map(({ ownerId }) => ownerId)),
  ]);
  const shown = items.flatMap(({ id, connectorId, ownerId, exposed, exposedAt, stopped, remindedAt }) => {
    if (exposed === null || exposedAt === null) return [];
    const version = versions.find((each) => each.id === connectorId);
    const owner = users.find((each) => each.id === ownerId)?.name ?? "[erased]";
    const named = { title: version?.title ?? "Connector", version: version?.version ?? null, owner };
    return [{ id, connectorId, ...named, why: exposed, since: exposedAt, stopped, remindedAt }];
  });
  return { ...page, items: shown };
}

/** Stops such a connection until its owner has entered other credentials, or has the owner told again. */
export async function answerExposure(
  platform: Platform,
  { id, answer }: { readonly id: string; readonly answer: "stop" | "remind" },
  cause: Cause,
): Promise<CallResult<{ readonly id: string }>> {
  return toCallResult(platform, await answered(platform, { id, answer }, cause));
}

async function answered(
  { ports }: Pick<Platform, "ports">,
  { id, answer }: { readonly id: string; readonly answer: "stop" | "remind" },
  cause: Cause,
): Promise<Result<{ readonly id: string }, InstanceRefusal>> {
  const instances = aggregate(ports.log, instance);
  const { state } = await instances.read(id);
  if (state.status !== "active" || state.exposed === null) return refuse({ code: "instance-unknown" });
  const done = await instances.handle(id, { type: answer }, step(cause, answer));
  return done.ok ? accept({ id }, done.position) : refuse({ code: "instance-unknown" });
}
