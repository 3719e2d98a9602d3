import { z } from "zod";
import { cardFields, cardGiven } from "../../../datasets/card-fields.ts";
import { BLANK_CARD } from "../../../datasets/dataset-calls.ts";
import { firstOutcome, publishFrom } from "../../../datasets/address/address-calls.ts";
import { uploadEndpoint } from "../../../http/byte-routes/byte-endpoints.ts";
import { endpoint, type JsonText } from "../../../http/json-api/endpoint.ts";
import { LOAD_WAIT_MS, loadOutcome } from "../../../http/upload/load-outcome.ts";
import { loadSettingsFields, readLoadSettings } from "../../../http/upload/settings/load-settings-fields.ts";
import { setupFields } from "../../../instances/setup-fields.ts";
import type { Platform } from "../../../platform.ts";
import { preferenceOf } from "../../../waiting/accepted.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const publishFromUrl = endpoint({
  method: "POST",
  path: "/api/assets/from-url",
  who: "user",
  summary:
    "Publishes the file at an address as a dataset: CSV, Excel (.xlsx), JSON or Parquet, also packed. It is fetched and loaded like an upload, and can be refreshed from there. Waits up to 30 seconds for the rows, or as long as Prefer: wait=N or respond-async says.",
  body: z.strictObject({
    url: line(4_000).describe("https, without a user name or password. Only the owner can read it again."),
    refresh_interval: setupFields.refresh_interval.describe(
      "Minutes between two refreshes; 0 or absent: only by POST /api/assets/{id}/refresh.",
    ),
    ...cardFields,
    ...loadSettingsFields,
  }),
  answers: {
    201: { ...uploadEndpoint.answers[201], location: ({ id }: { id: string }) => `/api/assets/${id}` },
    202: {
      ...uploadEndpoint.answers[202],
      about: "while the file is fetched and its rows load; status_url is where to wait for them",
      location: ({ status_url }: { status_url: string }) => status_url,
    },
  },
  run: async ({ context: { platform }, request, viewer, body, cause }) => {
    const { url, refresh_interval: interval = 0, ...rest } = body;
    const read = readLoadSettings((name) => (body as Readonly<Record<string, unknown>>)[name] as string | undefined);
    if (!read.ok) return read;
    const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => name in cardFields));
    const card = { ...BLANK_CARD, category: "Other", ...cardGiven(fields), title: body.title };
    const published = await publishFrom(platform, { url, interval, settings: read.settings, card }, viewer, cause);
    if (!published.ok) return published;
    const { datasetId } = published.value;
    const { waitMs, headers } = preferenceOf(request.headers.get("Prefer"), LOAD_WAIT_MS);
    const outcome = await firstOutcome(platform, datasetId, viewer, waitMs, cause);
    return outcome !== null && outcome !== "ready" ? outcome : asItStands(platform, datasetId, viewer.id, headers);
  },
  later: async ({ context: { platform }, viewer }, { id }) => asItStands(platform, id, viewer.id, {}),
});

/** The answer to an upload of which this dataset was made. */
async function asItStands(
  platform: Platform,
  datasetId: string,
  userId: string,
  preferred: Readonly<Record<string, string>>,
): Promise<JsonText> {
  const { status, body, headers } = await loadOutcome(platform, datasetId, userId, null, 0);
  return { status, text: JSON.stringify(body), headers: { ...headers, ...preferred } };
}
