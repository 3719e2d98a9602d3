import type { ApiCall, ApiPost } from "#testing/api-client.ts";
import type { Authoring, Made, NewConnector } from "./driver.ts";
import { made, outcome } from "./http-calls.ts";

/** What an author does by calls of the API. */
export function httpAuthoring({ call, post }: { readonly call: ApiCall; readonly post: ApiPost }): Authoring {
  /** What was refused last, as its sender still has it. */
  let refused: NewConnector | undefined;
  async function publish(connector: NewConnector): Promise<Made> {
    const { title, definition, isPublic } = connector;
    const published = made(await post("/api/connectors/upload", { title, is_public: isPublic, dsl: definition }));
    refused = published.ok ? undefined : connector;
    return published;
  }

  return {
    publishConnector: publish,
    async mendAndPublish(wrong, right) {
      if (!refused) throw new Error("Nothing was refused that could be mended");
      return publish({ ...refused, definition: refused.definition.replace(wrong, right) });
    },
    saveNewDraft: async ({ title, definition }) =>
      draftIn(
        await post("/api/connectors/draft", {
          title,
          dsl: definition,
          is_public: true,
        }),
      ),
    async mendDraftAndPublish(id, wrong, right) {
      const { json } = await call("GET", `/api/connectors/${id}`);
      const text = typeof json.dsl === "string" ? json.dsl : JSON.stringify(json.dsl);
      await call("PATCH", `/api/connectors/${id}/draft`, { body: { dsl: text.replace(wrong, right) } });
      return made(await post(`/api/connectors/${id}/publish`));
    },
    async startFrom(text, operations) {
      const answer = await post("/api/connectors/import", {
        kind: operations ? "openapi" : "curl",
        text,
        ...(operations ? { operations } : {}),
      });
      return draftIn(answer);
    },
    async editConnector(parent_id) {
      return draftIn(await post("/api/connectors/draft", { parent_id }));
    },
    saveDraft: async (id, { definition, isPublic }) =>
      outcome(
        await call("PATCH", `/api/connectors/${id}/draft`, {
          body: {
            ...(definition === undefined ? {} : { dsl: definition }),
            ...(isPublic === undefined ? {} : { is_public: isPublic }),
          },
        }),
      ),
    publishDraft: async (id) => made(await post(`/api/connectors/${id}/publish`)),
    discardDraft: async (id) => outcome(await call("DELETE", `/api/connectors/${id}`)),
    seesDraft: async (id) => (await call("GET", `/api/connectors/${id}`)).status === 200,
    async draft(id) {
      const { json, text } = await call("GET", `/api/connectors/${id}`);
      return {
        definition: typeof json.dsl === "string" ? json.dsl : JSON.stringify(json.dsl, null, 2),
        notes: ("imported" in json && json.imported?.notes) || [],
        shown: text,
      };
    },
  };
}

function draftIn(answer: { readonly status: number; readonly json: unknown }): Made {
  const { connector } = (answer.json ?? {}) as { readonly connector?: { readonly id: string } };
  return connector ? { ok: true, id: connector.id, said: "" } : { ok: false, said: outcome(answer).said };
}
