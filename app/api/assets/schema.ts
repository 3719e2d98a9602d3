import { changeSchemaOf, schemaBody, schemaOf } from "../../datasets/schema/schema-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { LOAD_WAIT_MS } from "../../http/upload/load-outcome.ts";
import { versionAnswers } from "../../http/upload/version/version-endpoints.ts";
import { versionOutcome } from "../../http/upload/version/version-outcome.ts";
import { versionsOf } from "../../http/version-tag.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { failedLoad } from "../../datasets/address/address-calls.ts";
import { preferenceOf } from "../../waiting/accepted.ts";

export const getSchema = endpoint({
  method: "GET",
  path: "/api/assets/{id}/schema",
  who: "reader",
  about: "dataset",
  summary:
    "How the files of a dataset are read: a Frictionless Table Schema with the dialect. Every next version is read so too.",
  answers: { 200: { body: schemaBody, about: "the schema" } },
  run: async ({ context, viewer, params: { id } }) =>
    answered(await schemaOf(context.platform, id, viewer), 200, (schema) => schema),
});

export const changeSchema = endpoint({
  method: "PUT",
  path: "/api/assets/{id}/schema",
  who: "owner",
  about: "dataset",
  summary:
    "Decides how the files of a dataset are read, and reads its file again: the next version. Columns that are not named are read as before. Waits up to 30 seconds for the rows, or as long as Prefer says.",
  body: schemaBody,
  answers: {
    200: versionAnswers[200],
    202: { ...versionAnswers[202], location: ({ status_url }: { status_url: string }) => status_url },
  },
  run: async ({ context: { platform }, request, viewer, params: { id: datasetId }, body, cause }) => {
    const onlyAfter = versionsOf(request.headers.get("If-Match") ?? undefined);
    const begun = await changeSchemaOf(platform, { datasetId, body, onlyAfter }, viewer, cause);
    if (!begun.ok) return begun;
    const { uploadId } = begun.value;
    const { waitMs, headers: preferred } = preferenceOf(request.headers.get("Prefer"), LOAD_WAIT_MS);
    const outcome = await versionOutcome(platform, { datasetId, uploadId }, viewer.id, null, waitMs);
    if (outcome.body.error !== undefined) {
      const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
      return item?.loadFailure ? failedLoad(item.loadFailure) : NOT_FOUND;
    }
    const { status, headers } = outcome;
    return { status, text: JSON.stringify(outcome.body), headers: { ...headers, ...preferred } };
  },
});
