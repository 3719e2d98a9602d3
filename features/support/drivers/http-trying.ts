import type { Outcome, Trying } from "./driver.ts";
import { outcome, type Post } from "./http-calls.ts";

/** What is tried out by calls of the API. */
export function httpTrying({ post }: { readonly post: Post }): Trying {
  /** Tries something out, agreeing to the hosts and the places of secrets that it is said to need. */
  async function agreeing<T>(what: "test-read" | "check" | "options", ask: object) {
    const { json } = await post<{ consent?: unknown }>(`/api/connectors/${what}`, ask);
    return post<T>(`/api/connectors/${what}`, { ...ask, consent: json.consent });
  }

  return {
    async testRead(dsl, secrets) {
      const { json } = await agreeing<{ ok: boolean; operations?: readonly { rows: readonly unknown[] }[] }>(
        "test-read",
        { dsl, auth_data: secrets },
      );
      const { operations = [] } = json;
      return {
        ok: json.ok,
        rows: operations.reduce((sum, { rows }) => sum + rows.length, 0),
        said: JSON.stringify(json),
      };
    },
    async check(connector_id, secrets) {
      const { json } = await agreeing<{ ok: boolean; message: string }>("check", { connector_id, auth_data: secrets });
      return { ok: json.ok, said: json.message };
    },
    async checkWithoutAgreeing(connector_id, auth_data, times) {
      let last: Outcome = { ok: true, said: "" };
      for (let done = 0; done < times; done += 1)
        last = outcome(await post("/api/connectors/check", { connector_id, auth_data }));
      return last;
    },
    async choices(connector_id, field, settings) {
      const { json } = await agreeing<{ ok: boolean; options?: readonly { label: string }[]; message?: string }>(
        "options",
        { connector_id, field, settings },
      );
      return { ok: json.ok, names: (json.options ?? []).map(({ label }) => label), said: json.message ?? "" };
    },
  };
}
