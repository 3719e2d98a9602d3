import { z } from "zod";
import { previewBody } from "../shapes/preview-body.ts";
import { previewAnswer } from "../../datasets/preview-calls.ts";
import { versionQuery } from "../../versions/version-asked.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { exactNumbersQuery } from "../../http/json-api/query.ts";

export const getRows = endpoint({
  method: "GET",
  path: "/api/assets/{id}/data",
  who: "anyone",
  about: "dataset",
  summary: "The latest rows of a dataset.",
  query: z.strictObject({ ...exactNumbersQuery, ...versionQuery }),
  answers: {
    200: {
      body: previewBody,
      about:
        "the latest 100 rows with access, the first 10 of a public dataset without. Long cells are cut: truncated says which ones, and how many rows were left out because they were too long",
    },
  },
  run: ({ context, viewer, params: { id }, query }) => previewAnswer(context, id, viewer, query),
});

export const getTableRows = endpoint({
  method: "GET",
  path: "/api/assets/table/{tableName}",
  who: "anyone",
  about: "table",
  summary: "The same by the name of a table.",
  query: z.strictObject({ ...exactNumbersQuery, ...versionQuery }),
  answers: { 200: { body: previewBody, about: "the same by the name of a table" } },
  // The name is looked up in the registry and never becomes SQL.
  run: ({ context, viewer, params: { tableName }, query }) => previewAnswer(context, tableName, viewer, query),
});
