import { aggregate } from "../../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../../dataset/decider.ts";
import type { DatasetCard } from "../../../dataset/events.ts";
import type { LoadSettings } from "../../../dataset/load-settings.ts";
import { addressName, fileAddress, type FileHosts } from "../../../dataset/source/file-address.ts";
import { intervalPause, type SchedulePause } from "../../plan-slots/schedule-pause.ts";
import type { Ports } from "../../ports.ts";
import { type Cause, step } from "../../step.ts";
import { tableName } from "../../../core/values/table.ts";

export type FromAddressRefusal =
  DatasetRefusal | SchedulePause | { readonly code: "file-address-invalid" | "file-address-private" };

type FromAddress = DatasetCard & {
  /** As it was typed. */
  readonly url: string;
  /** Minutes; 0: it is refreshed by hand. */
  readonly interval: number;
  readonly settings?: LoadSettings;
  readonly by: string;
};

/**
 * Publishes the file at an address as a dataset, and queues the job that fetches it and loads its rows. The address is
 * stored first, so that no dataset is without one.
 */
export async function publishFromAddress(
  ports: Pick<Ports, "log" | "runs" | "clock" | "ids" | "vault" | "jobs"> & { readonly fileHosts: FileHosts },
  { url, interval, ...input }: FromAddress,
  cause: Cause,
): Promise<Result<{ readonly datasetId: string }, FromAddressRefusal>> {
  const { by } = input;
  const address = fileAddress(url);
  if (address === null) return refuse({ code: "file-address-invalid" });
  if (!ports.fileHosts.mayFetch(address.url)) return refuse({ code: "file-address-private" });
  const pause = await intervalPause(ports, { userId: by, interval, present: 0 });
  if (pause) return refuse(pause);
  const datasetId = ports.ids.derive(cause.commandId, "dataset");
  const addressRef = addressName(datasetId, ports.ids.derive(cause.commandId, "address"));
  await ports.vault.put(by, addressRef, address.url);
  const name = tableName(input.title, datasetId);
  const source = { host: address.host, addressRef, interval };
  const created = await aggregate(ports.log, dataset).handle(
    datasetId,
    { type: "create", ...input, datasetId, price: 0, tableName: name, fileName: `${name}.csv`, source },
    step(cause, "create"),
  );
  if (!created.ok) return created;
  await ports.jobs.wake("load-dataset", datasetId);
  return accept({ datasetId }, created.position);
}
