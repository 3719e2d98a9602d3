import type { Locator } from "playwright-core";
import type { Window } from "../browser/window.ts";
import type { TestReadRequest } from "./driver.ts";
import { writeSpec } from "../browser/spec-editor.ts";

/** Tests on the pages that define and set up connectors. */
export function browserTrying(window: () => Promise<Window>): TestReadRequest {
  async function at(path: string): Promise<Window> {
    const shown = await window();
    await shown.open(path);
    return shown;
  }

  async function fill(within: Locator, secrets: Readonly<Record<string, string>>): Promise<void> {
    for (const [key, secret] of Object.entries(secrets)) await within.locator(`[name="auth.${key}"]`).fill(secret);
  }

  return {
    async testRead(definition, secrets) {
      const { page, javascript, send } = await at("/upload?tab=connector");
      const panel = page.locator(".try");
      await writeSpec(page, definition, javascript);
      await send(panel.getByRole("button", { name: "Test read" }));
      if (Object.keys(secrets).length > 0) {
        await fill(panel, secrets);
        await send(panel.getByRole("button", { name: "Test read" }));
      }
      if (!javascript) await fill(panel, secrets);
      await send(panel.getByRole("button", { name: "Agree and read" }));
      await panel.locator(".tried").first().waitFor();
      const ok = (await panel.locator(".notice-bad").count()) === 0;
      return { ok, rows: await panel.locator(".tried tbody tr").count(), said: await panel.innerText() };
    },
    async check(connectorId, secrets) {
      const { page, javascript, send } = await at(`/connector-setup/${connectorId}`);
      const form = page.locator("#connect-form");
      const panel = page.locator(".try");
      await fill(form, secrets);
      await send(panel.getByRole("button", { name: "Check connection" }));
      if (!javascript) await fill(form, secrets);
      await send(panel.getByRole("button", { name: "Agree and check" }));
      await panel.locator(".notice-ok, .notice-bad").waitFor();
      return { ok: (await panel.locator(".notice-bad").count()) === 0, said: await panel.innerText() };
    },
    async checkWithoutAgreeing(connectorId, secrets, times) {
      const { page, send } = await at(`/connector-setup/${connectorId}`);
      const panel = page.locator(".try");
      for (let done = 0; done < times; done += 1) {
        await fill(page.locator("#connect-form"), secrets);
        await send(panel.getByRole("button", { name: "Check connection" }));
      }
      const asks = (await panel.getByRole("button", { name: "Agree and check" }).count()) === 1;
      return { ok: !asks, said: await panel.innerText() };
    },
    async choices(connectorId, key, settings) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const form = page.locator("#setup-form");
      for (const [name, value] of Object.entries(settings)) await form.locator(`[name="setting.${name}"]`).fill(value);
      await send(form.locator(`button[value="options:${key}"]`));
      await send(page.getByRole("button", { name: "Agree and fetch" }));
      const field = page.locator(".fetched").filter({ has: page.locator(`[name="setting.${key}"]`) });
      await field.locator("select, .error, .hint").waitFor();
      // The first option means no choice.
      const [, ...names] = await field.locator("option").allTextContents();
      return { ok: (await field.locator(".error").count()) === 0, names, said: await field.innerText() };
    },
  };
}
