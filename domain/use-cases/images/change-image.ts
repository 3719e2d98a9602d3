import { connector } from "../../connector/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import type { Decision } from "../../core/decider.ts";
import type { Result } from "../../core/result.ts";
import { dataset } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** A dataset, or a connector by its root id. */
export type ImageOwner = { readonly kind: "dataset" | "connector"; readonly id: string };

type LogPort = Pick<Ports, "log">;
type DatasetRefusal = Extract<ReturnType<typeof dataset.decide>, { ok: false }>["refusal"];
type ConnectorRefusal = Extract<ReturnType<typeof connector.decide>, { ok: false }>["refusal"];
type ImageRefusal = DatasetRefusal | ConnectorRefusal;

/** Whether this user may change the image of an item; asked before a file is stored for it. */
export async function mayChangeImage(
  { log }: LogPort,
  { kind, id }: ImageOwner,
  by: string,
): Promise<Decision<unknown, ImageRefusal>> {
  // The answer depends on who asks, not on the image.
  const command = { type: "change-image", by, image: "" } as const;
  return kind === "dataset"
    ? dataset.decide(await aggregate(log, dataset).load(id), command)
    : connector.decide(await aggregate(log, connector).load(id), command);
}

/** Gives an item another image, by the name of its stored file; null takes it away. */
export async function changeImage(
  { log }: LogPort,
  { item, image, by }: { readonly item: ImageOwner; readonly image: string | null; readonly by: string },
  cause: Cause,
): Promise<Result<unknown, ImageRefusal>> {
  const command = { type: "change-image", by, image } as const;
  return item.kind === "dataset"
    ? aggregate(log, dataset).handle(item.id, command, step(cause, "image"))
    : aggregate(log, connector).handle(item.id, command, step(cause, "image"));
}
