import { checkInstance } from "#domain/use-cases/rechecking/check-instance.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import type { Queries } from "#projections/all.ts";

type CheckPorts = Pick<Ports, "log" | "runs" | "vault"> & {
  readonly queries: { readonly instances: Pick<Queries["instances"], "uncheckedAfter"> };
  readonly reportError: (error: unknown, sweep: string) => void;
};

/**
 * Checks every connection from before consents of version 2, a page at a time. Each is checked once: the log says so. One
 * that fails is tried again in the next round, and keeps none of the others waiting.
 */
export async function checkConsents(ports: CheckPorts, stopping: AbortSignal): Promise<void> {
  for (let after = ""; ;) {
    const ids = await ports.queries.instances.uncheckedAfter(after);
    for (const id of ids) {
      if (stopping.aborted) return;
      await checkInstance(ports, id).catch((error: unknown) => ports.reportError(error, "consents"));
      after = id;
    }
    if (ids.length === 0) return;
  }
}
