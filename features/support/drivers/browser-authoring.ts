import type { Authoring, Made } from "./driver.ts";
import { madeAt, openerIn, type Window } from "../browser/window.ts";
import { specText, writeSpec } from "../browser/spec-editor.ts";

/** What an author does on the pages for definitions and drafts. */
export function browserAuthoring(window: () => Promise<Window>): Authoring {
  async function at(path: string): Promise<Window> {
    const shown = await window();
    await shown.open(path);
    return shown;
  }

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
      await writeSpec(shown.page, definition, shown.javascript);
      await shown.page.locator("main [name=is_public]").setChecked(isPublic);
      return publish(shown);
    },
    async mendAndPublish(wrong, right) {
      const shown = await window();
      await writeSpec(shown.page, (await specText(shown.page)).replace(wrong, right), shown.javascript);
      return publish(shown);
    },
    async saveNewDraft({ title, definition }) {
      const { page, javascript, send } = await at("/upload?tab=connector");
      await page.getByLabel("Title").fill(title);
      await writeSpec(page, definition, javascript);
      const { said } = await send(page.getByRole("button", { name: "Save Draft" }));
      return draftAt(page.url(), said);
    },
    async mendDraftAndPublish(_draftId, wrong, right) {
      const shown = await window();
      await writeSpec(shown.page, (await specText(shown.page)).replace(wrong, right), shown.javascript);
      return publishDraft(shown);
    },
    async startFrom(source, operations) {
      const { page, send } = await at("/upload/import");
      const make = () => send(page.getByRole("button", { name: "Make a draft" }));
      await page.getByLabel("OpenAPI 3 document or curl line").fill(source);
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
      const { page, javascript, send } = await at(`/upload?edit=${draftId}`);
      if (definition !== undefined) await writeSpec(page, definition, javascript);
      if (isPublic !== undefined) await page.locator("main [name=is_public]").setChecked(isPublic);
      const { said } = await send(page.getByRole("button", { name: "Save Draft" }));
      return { ok: said.includes("Draft saved"), said };
    },
    publishDraft: async (draftId) => publishDraft(await at(`/upload?edit=${draftId}`)),
    async discardDraft(draftId) {
      const { page, javascript, confirm } = await at(`/upload?edit=${draftId}`);
      return confirm(openerIn(page.locator("main"), "Discard the draft", javascript), "Discard");
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
