import { connector } from "../../connector/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { ERASED } from "../../core/event-catalog.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { TakedownRefusal } from "../../core/values/takedown.ts";
import { dataset } from "../../dataset/decider.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { cleanProse } from "../../core/text/lines.ts";
import { type UnfitText, unfitProse } from "../../core/text/unfit-text.ts";

/** A dataset, or a connector by its root id. */
export type AdministeredItem = {
  readonly kind: "dataset" | "connector";
  readonly id: string;
  readonly title: string;
  readonly ownerId: string;
};

type TakedownPorts = Pick<Ports, "log" | "mails">;
type Unknown = { readonly code: "dataset-unknown" } | { readonly code: "connector-unknown" };

/** Hides an item from everybody but its owner and admins, and mails the owner the reason. Doing it again changes nothing. */
export async function takeDown(
  ports: TakedownPorts,
  { item, reason }: { readonly item: AdministeredItem; readonly reason: string },
  cause: Cause,
): Promise<Result<null, TakedownRefusal | Unknown | UnfitText>> {
  const text = cleanProse(reason).trim();
  const unfit = unfitProse(text, "reason");
  if (unfit) return refuse(unfit);
  const done = await handle(ports, item, { type: "take-down", reason: text }, step(cause, "take-down"));
  if (!done.ok) return done;
  if (done.value.length > 0) await tellOwner(ports, item, text);
  return accept(null, done.position);
}

/** Shows it again, and tells its owner. */
export async function restore(
  ports: TakedownPorts,
  { item }: { readonly item: AdministeredItem },
  cause: Cause,
): Promise<Result<null, TakedownRefusal | Unknown>> {
  const done = await handle(ports, item, { type: "restore" }, step(cause, "restore"));
  if (!done.ok) return done;
  if (done.value.length > 0) await tellOwner(ports, item, null);
  return accept(null, done.position);
}

type Command = { readonly type: "take-down"; readonly reason: string } | { readonly type: "restore" };

async function handle(
  { log }: TakedownPorts,
  { kind, id }: AdministeredItem,
  command: Command,
  context: ReturnType<typeof step>,
): Promise<Result<readonly unknown[], TakedownRefusal | Unknown>> {
  const done =
    kind === "dataset"
      ? await aggregate(log, dataset).handle(id, command, context)
      : await aggregate(log, connector).handle(id, command, context);
  return done as Result<readonly unknown[], TakedownRefusal | Unknown>;
}

async function tellOwner({ log, mails }: TakedownPorts, item: AdministeredItem, reason: string | null): Promise<void> {
  const owner = await aggregate(log, user).load(item.ownerId);
  if (owner.status === "absent" || owner.email === ERASED) return;
  await mails.takenDown({ to: owner.email, name: owner.name, title: item.title, reason });
}
