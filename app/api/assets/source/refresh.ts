import { z } from "zod";
import {
  addressOf,
  type AddressShown,
  changeInterval,
  failedLoad,
  refreshNow,
} from "../../../datasets/address/address-calls.ts";
import { answered } from "../../../http/json-api/answers.ts";
import { endpoint } from "../../../http/json-api/endpoint.ts";
import { LOAD_WAIT_MS } from "../../../http/upload/load-outcome.ts";
import { columnsQuery, versionAnswers } from "../../../http/upload/version/version-endpoints.ts";
import { versionOutcome } from "../../../http/upload/version/version-outcome.ts";
import { setupFields } from "../../../instances/setup-fields.ts";
import { preferenceOf } from "../../../waiting/accepted.ts";

export const refreshFromUrl = endpoint({
  method: "POST",
  path: "/api/assets/{id}/refresh",
  who: "owner",
  about: "dataset",
  summary:
    "Fetches the file of a dataset from its address again: its next version, if the file has changed. Waits up to 30 seconds for the rows, or as long as Prefer: wait=N or respond-async says.",
  body: z.strictObject({ columns: columnsQuery }),
  answers: {
    200: versionAnswers[200],
    202: { ...versionAnswers[202], location: ({ status_url }: { status_url: string }) => status_url },
  },
  run: async ({ context: { platform }, request, viewer, params: { id: datasetId }, body, cause }) => {
    const asked = { datasetId, mayChangeColumns: body.columns === "change" };
    const begun = await refreshNow(platform, asked, viewer, cause);
    if (!begun.ok) return begun;
    const { uploadId, version } = begun.value;
    const { waitMs, headers: preferred } = preferenceOf(request.headers.get("Prefer"), LOAD_WAIT_MS);
    const outcome = await versionOutcome(platform, { datasetId, uploadId }, viewer.id, null, waitMs);
    if (outcome.body.error !== undefined) {
      const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
      if (item?.loadFailure) return failedLoad(item.loadFailure);
    }
    const { status, headers } = outcome;
    const shown = status === 200 ? { ...outcome.body, unchanged: outcome.body["version"] === version } : outcome.body;
    return { status, text: JSON.stringify(shown), headers: { ...headers, ...preferred } };
  },
});

const addressBody = z.strictObject({
  url: z.string().nullable().describe("The address; null: it is no longer stored."),
  host: z.string(),
  refresh_interval: z.number().describe("Minutes; 0: it is refreshed by hand."),
  next_refresh_at: z.string().nullable(),
  checked_at: z.string().nullable().describe("When the newest refresh ended."),
  outcome: z.enum(["new", "unchanged", "failed"]).nullable().describe("How it ended; new: with new rows."),
  refreshing: z.boolean(),
});

function addressShape({ interval, nextAt, checkedAt, isRefreshing, ...same }: AddressShown) {
  const { url, host, outcome } = same;
  const times = { next_refresh_at: nextAt, checked_at: checkedAt };
  return { url, host, refresh_interval: interval, ...times, outcome, refreshing: isRefreshing };
}

export const getSource = endpoint({
  method: "GET",
  path: "/api/assets/{id}/source",
  who: "owner",
  about: "dataset",
  isSecret: true,
  summary: "The address from which a dataset is refreshed, and its newest refresh.",
  answers: { 200: { body: addressBody, about: "the address; 409 when the files of the dataset are uploaded" } },
  run: async ({ context, viewer, params: { id } }) =>
    answered(await addressOf(context.platform, id, viewer), 200, addressShape),
});

export const changeSource = endpoint({
  method: "PATCH",
  path: "/api/assets/{id}/source",
  who: "owner",
  about: "dataset",
  summary: "Sets how often a dataset is refreshed from its address.",
  body: z.strictObject({ refresh_interval: setupFields.refresh_interval.unwrap() }),
  answers: { 200: { body: addressBody, about: "the address" } },
  run: async ({ context, viewer, params: { id }, body, cause }) => {
    const asked = { datasetId: id, minutes: body.refresh_interval };
    const changed = await changeInterval(context.platform, asked, viewer, cause);
    if (!changed.ok) return changed;
    return answered(await addressOf(context.platform, id, viewer), 200, addressShape);
  },
});
