import { z } from "zod";
import { cardFields } from "../../datasets/card-fields.ts";
import { edit, erase } from "../../datasets/dataset-calls.ts";
import { datasetShape } from "../../datasets/dataset-shape.ts";
import { answered, apiRoute, call, json, notFound } from "../../http/json-api/api-route.ts";

const body = z.strictObject({ ...cardFields, title: cardFields.title.optional() });

/** GET, PATCH and DELETE /api/assets/{id} */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, params }) => {
      const item = await context.platform.queries.catalogue.dataset(params["id"] ?? "", viewer?.id ?? null);
      return item ? json(datasetShape(item)) : notFound();
    },
  }),
  PATCH: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { is_public, ...rest }, cause }) => {
      const id = params["id"] ?? "";
      const result = await edit(
        context.platform,
        id,
        { ...rest, ...(is_public === undefined ? {} : { isPublic: is_public }) },
        viewer,
        cause,
      );
      if (!result.ok) return answered(result, () => null);
      const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
      return item ? json(datasetShape(item)) : notFound();
    },
  }),
  DELETE: call({
    who: "user",
    run: async ({ context, viewer, params, cause }) =>
      answered(await erase(context.platform, params["id"] ?? "", viewer, cause), (value) => value),
  }),
});

export const loader = handle;
export const action = handle;
