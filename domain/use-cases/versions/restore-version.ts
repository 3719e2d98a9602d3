import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import type { RestoreVersion } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** Makes the rows of an older version the newest version of a dataset. `isNew` false: they are that already. */
export async function restoreVersion(
  { log }: Pick<Ports, "log">,
  { datasetId, ...restore }: RestoreVersion & { readonly datasetId: string },
  cause: Cause,
): Promise<Result<{ readonly isNew: boolean }, DatasetRefusal>> {
  const command = { type: "restore-version", ...restore } as const;
  const restored = await aggregate(log, dataset).handle(datasetId, command, step(cause, "restore-version"));
  if (!restored.ok) return restored;
  return accept({ isNew: restored.value.length > 0 }, restored.position);
}
