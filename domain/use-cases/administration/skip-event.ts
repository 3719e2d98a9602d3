import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { type HaltedAt, readModel, type ReadModelRefusal } from "../../read-model/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { cleanLine } from "../../core/text/lines.ts";
import { type UnfitText, unfitLine } from "../../core/text/unfit-text.ts";

/** Read models that stopped at an event they cannot apply. */
export interface HaltedModels {
  /** The event at `position`, if the model or its rebuild has halted there; null if not. */
  haltedAt(model: string, position: string): Promise<HaltedAt | null>;
  /** Restarts the model, or its rebuild, if it is still halted at `position`. False if it is not. */
  resume(model: string, position: string): Promise<boolean>;
}

export type SkipEventRefusal = ReadModelRefusal | UnfitText | { readonly code: "model-not-halted" };

/**
 * Makes a halted read model skip the one event that it cannot apply, and continue. The skip is recorded in the log
 * first, so that a rebuild skips the same event. `position` is the event that the caller has seen.
 */
export async function skipEvent(
  ports: Pick<Ports, "log"> & { readonly halted: HaltedModels },
  request: { readonly model: string; readonly position: string; readonly reason: string },
  cause: Cause,
): Promise<Result<null, SkipEventRefusal>> {
  const { model, position } = request;
  const reason = cleanLine(request.reason);
  const unfit = unfitLine(reason, "reason");
  if (unfit) return refuse(unfit);
  const event = await ports.halted.haltedAt(model, position);
  if (event === null) return refuse({ code: "model-not-halted" });
  const by = cause.actor.kind === "user" ? cause.actor.id : null;
  const skipped = await aggregate(ports.log, readModel).handle(
    model,
    { type: "skip-event", model, event, reason, by },
    step(cause, "skip-event"),
  );
  if (!skipped.ok) return skipped;
  await ports.halted.resume(model, position);
  return accept(null, skipped.position);
}
