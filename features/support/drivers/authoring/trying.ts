import type { Agreed } from "#testing/api-client.ts";
import type { Elements } from "#testing/text-browser/shown-page.ts";
import type { Pages } from "../../browser/pages.ts";
import { writeSpec } from "../../browser/spec-editor.ts";
import type { Outcome } from "../../http/answers.ts";
import { type HttpCalls, outcome } from "../../http/http-calls.ts";

/** The result of a test read: its rows' cells as text, and all messages about it. */
export type TestRead = { readonly ok: boolean; readonly rows: number; readonly said: string };

/** The options of a field of a connector's settings, from its API. */
export type Choices = Outcome & { readonly names: readonly string[] };

/** What is tested before anything is stored, agreeing to what it calls. */
export type TestReadRequest = {
  /** Reads the first pages of a definition, before anything is published. */
  testRead(definition: string, secrets: Readonly<Record<string, string>>): Promise<TestRead>;
  /** Checks whether a connector's API accepts these secrets, before anything is connected. */
  check(connectorId: string, secrets: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Requests the same check this many times, and never agrees to what it would send. */
  checkWithoutAgreeing(connectorId: string, secrets: Readonly<Record<string, string>>, times: number): Promise<Outcome>;
  /** Loads the options of one of a connector's settings from its API, with other settings entered. */
  choices(connectorId: string, key: string, settings: Readonly<Record<string, string>>): Promise<Choices>;
};

/** What is tried out by calls of the API. */
export function httpTrying({ post }: HttpCalls): TestReadRequest {
  /** Makes a test, agreeing to the hosts and consent places that it needs. */
  async function agreeing<A extends { readonly json: Agreed }>(attempt: (agreed: Agreed) => Promise<A>): Promise<A> {
    const { consent } = (await attempt({})).json;
    return attempt(consent ? { consent } : {});
  }

  return {
    async testRead(dsl, secrets) {
      const { json } = await agreeing((agreed) =>
        post("/api/connectors/test-read", { dsl, auth_data: secrets, ...agreed }),
      );
      const { operations = [] } = json;
      return {
        ok: json.ok,
        rows: operations.reduce((sum, { rows }) => sum + rows.length, 0),
        said: JSON.stringify(json),
      };
    },
    async check(connector_id, secrets) {
      const { json } = await agreeing((agreed) =>
        post("/api/connectors/check", { connector_id, auth_data: secrets, ...agreed }),
      );
      return { ok: json.ok, said: json.message };
    },
    async checkWithoutAgreeing(connector_id, auth_data, times) {
      let last: Outcome = { ok: true, said: "" };
      for (let done = 0; done < times; done += 1)
        last = outcome(await post("/api/connectors/check", { connector_id, auth_data }));
      return last;
    },
    async choices(connector_id, field, settings) {
      const { json } = await agreeing((agreed) =>
        post("/api/connectors/options", { connector_id, field, settings, ...agreed }),
      );
      return json.ok
        ? { ok: true, names: json.options.map(({ label }) => label), said: "" }
        : { ok: false, names: [], said: json.message ?? "" };
    },
  };
}

/** Tests on the pages that define and set up connectors. */
export function browserTrying({ at }: Pages): TestReadRequest {
  async function fill(within: Elements, secrets: Readonly<Record<string, string>>): Promise<void> {
    for (const [key, secret] of Object.entries(secrets)) await within.locator(`[name="auth.${key}"]`).fill(secret);
  }

  return {
    async testRead(definition, secrets) {
      const shown = await at("/upload?tab=connector");
      const { page, scripted, send } = shown;
      const panel = page.locator(".try");
      await writeSpec(shown, definition);
      await send(panel.getByRole("button", { name: "Test read" }));
      if (Object.keys(secrets).length > 0) {
        await fill(panel, secrets);
        await send(panel.getByRole("button", { name: "Test read" }));
      }
      if (scripted === null) await fill(panel, secrets);
      await send(panel.getByRole("button", { name: "Agree and read" }));
      await panel.locator(".tried").first().waitFor();
      const ok = (await panel.locator(".notice-bad").count()) === 0;
      return { ok, rows: await panel.locator(".tried tbody tr").count(), said: await panel.innerText() };
    },
    async check(connectorId, secrets) {
      const { page, scripted, send } = await at(`/connector-setup/${connectorId}`);
      const form = page.locator("#connect-form");
      const panel = page.locator(".try");
      await fill(form, secrets);
      await send(panel.getByRole("button", { name: "Check connection" }));
      if (scripted === null) await fill(form, secrets);
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
