import { z } from "zod";
import { remove } from "../../connectors/connector-calls.ts";
import { connectorWithVersionsBody, versionShape, wholeConnectorShape } from "../shapes/connector-shape.ts";
import { draftBody, draftShape } from "../shapes/draft-shape.ts";
import { discard } from "../../drafts/draft-calls.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer, answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const getConnector = endpoint({
  method: "GET",
  path: "/api/connectors/{id}",
  who: "anyone",
  about: "connector",
  summary: "A connector, or a draft of yours.",
  answers: {
    200: {
      body: z.union([connectorWithVersionsBody, draftBody]),
      about: "a connector with all_versions; your own draft, with what its import noted",
    },
  },
  run: async ({ context, viewer, params: { id } }) => {
    const { catalogue, drafts } = context.platform.queries;
    const item = await catalogue.connector(id, viewer?.id ?? null);
    if (item) {
      const versions = await catalogue.connectorVersions(item.rootId, viewer?.id ?? null);
      return answer(200, { ...wholeConnectorShape(item), all_versions: versions.map(versionShape) });
    }
    const draft = viewer && (await drafts.byId(id, viewer.id));
    return draft ? answer(200, await draftShape(context.platform, draft, viewer)) : NOT_FOUND;
  },
});

export const deleteConnector = endpoint({
  method: "DELETE",
  path: "/api/connectors/{id}",
  who: "owner",
  about: "connector",
  summary: "Deletes a connector or discards a draft.",
  answers: { 200: { body: z.strictObject({ message: z.string(), deleted: z.boolean() }) } },
  run: async ({ context, viewer, params: { id }, cause }) => {
    if (await context.platform.queries.drafts.byId(id, viewer.id))
      return answered(await discard(context.platform, id, viewer, cause), 200, () => ({
        message: "The draft was discarded.",
        deleted: true,
      }));
    return answered(await remove(context.platform, id, viewer, cause), 200, ({ message, deleted }) => ({
      message,
      deleted,
    }));
  },
});
