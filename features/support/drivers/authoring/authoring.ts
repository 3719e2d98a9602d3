import type { Pages } from "../../browser/pages.ts";
import { specText, writeSpec } from "../../browser/spec-editor.ts";
import { madeAt, type Window } from "../../browser/window.ts";
import type { Made, Outcome } from "../../http/answers.ts";
import { type HttpCalls, made, outcome } from "../../http/http-calls.ts";

export type NewConnector = { readonly title: string; readonly definition: string; readonly isPublic: boolean };
export type DraftChanges = { readonly definition?: string; readonly isPublic?: boolean };
/** A draft as its author sees it: the text of its definition, the notes of its import, and all that is shown of it. */
export type DraftSeen = { readonly definition: string; readonly notes: readonly DraftNote[]; readonly shown: string };
export type DraftNote = { readonly place: string; readonly message: string };

/** What an author does with definitions and drafts. */
export type Authoring = {
  publishConnector(connector: NewConnector): Promise<Made>;
  /** Replaces one text with another in the definition that was just refused, and publishes again. */
  mendAndPublish(wrong: string, right: string): Promise<Made>;
  /** Saves a new connector as a draft, without publishing it. */
  saveNewDraft(connector: { readonly title: string; readonly definition: string }): Promise<Made>;
  /** Replaces one text with another in the definition of the draft that was just refused, and publishes it. */
  mendDraftAndPublish(draftId: string, wrong: string, right: string): Promise<Made>;
  /** Makes a draft from a curl command, or from the named operations or streams of a document. */
  startFrom(source: string, operations: readonly string[] | null): Promise<Made>;
  /** Edit: opens the open draft, or a new one with the version's content. */
  editConnector(connectorId: string): Promise<Made>;
  saveDraft(draftId: string, changes: DraftChanges): Promise<Outcome>;
  publishDraft(draftId: string): Promise<Made>;
  discardDraft(draftId: string): Promise<Outcome>;
  seesDraft(draftId: string): Promise<boolean>;
  draft(draftId: string): Promise<DraftSeen>;
};

/** What an author does by calls of the API. */
export function httpAuthoring({ call, post }: HttpCalls): Authoring {
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

/** What an author does on the pages for definitions and drafts. */
export function browserAuthoring({ window, at, opener }: Pages): Authoring {
  async function publish({ page, send }: Window): Promise<Made> {
    const { said } = await send(page.getByRole("button", { name: "Publish Connector" }));
    return madeAt(page.url(), said);
  }

  async function publishDraft({ page, send }: Window): Promise<Made> {
    const { said } = await send(page.getByRole("button", { name: "Publish Connector" }));
    if (new URL(page.url()).searchParams.has("published")) await page.waitForURL("**/connector_profile/*");
    return madeAt(page.url(), said);
  }

  /** A person who edits a draft is at its URL. */
  function draftAt(url: string, said: string): Made {
    const id = new URL(url).searchParams.get("edit");
    return id === null ? { ok: false, said } : { ok: true, id, said };
  }

  return {
    async publishConnector({ title, definition, isPublic }) {
      const shown = await at("/upload?tab=connector");
      await shown.page.getByLabel("Title").fill(title);
      await writeSpec(shown, definition);
      await shown.page.locator("main [name=is_public]").setChecked(isPublic);
      return publish(shown);
    },
    async mendAndPublish(wrong, right) {
      const shown = await window();
      await writeSpec(shown, (await specText(shown.page)).replace(wrong, right));
      return publish(shown);
    },
    async saveNewDraft({ title, definition }) {
      const shown = await at("/upload?tab=connector");
      const { page, send } = shown;
      await page.getByLabel("Title").fill(title);
      await writeSpec(shown, definition);
      const { said } = await send(page.getByRole("button", { name: "Save Draft" }));
      return draftAt(page.url(), said);
    },
    async mendDraftAndPublish(_draftId, wrong, right) {
      const shown = await window();
      await writeSpec(shown, (await specText(shown.page)).replace(wrong, right));
      return publishDraft(shown);
    },
    async startFrom(source, operations) {
      const { page, send } = await at("/upload/import");
      const make = () => send(page.getByRole("button", { name: "Make a draft" }));
      await page.getByLabel("Document or curl command").fill(source);
      let { said } = await make();
      if (operations) {
        for (const choice of await page.locator("[name=operation]").all())
          await choice.setChecked(operations.includes((await choice.getAttribute("value")) ?? ""));
        ({ said } = await make());
      }
      return draftAt(page.url(), said);
    },

    async editConnector(connectorId) {
      const { page, send, outcome } = await at(`/connector_profile/${connectorId}`);
      const edit = page.locator(".state").getByRole("button", { name: "Edit" });
      if ((await edit.count()) === 0) return { ok: false, said: (await outcome()).said };
      const { said } = await send(edit);
      return draftAt(page.url(), said);
    },
    async saveDraft(draftId, { definition, isPublic }) {
      const shown = await at(`/upload?edit=${draftId}`);
      const { page, send } = shown;
      if (definition !== undefined) await writeSpec(shown, definition);
      if (isPublic !== undefined) await page.locator("main [name=is_public]").setChecked(isPublic);
      const { said } = await send(page.getByRole("button", { name: "Save Draft" }));
      return { ok: said.includes("Draft saved"), said };
    },
    publishDraft: async (draftId) => publishDraft(await at(`/upload?edit=${draftId}`)),
    async discardDraft(draftId) {
      const { page, confirm } = await at(`/upload?edit=${draftId}`);
      return confirm(opener(page.locator("main"), "Discard the draft"), "Discard");
    },
    async seesDraft(draftId) {
      const { page, open } = await window();
      return (await open(`/upload?edit=${draftId}`)) === 200 && new URL(page.url()).pathname === "/upload";
    },
    async draft(draftId) {
      const { page } = await at(`/upload?edit=${draftId}`);
      const lines = await page.getByRole("region", { name: "What to check" }).locator("tbody tr").all();
      const notes = await Promise.all(
        lines.map(async (line) => ({
          place: (await line.locator("td").first().textContent()) ?? "",
          message: (await line.locator("td").last().textContent()) ?? "",
        })),
      );
      return { definition: await specText(page), notes, shown: await page.content() };
    },
  };
}
