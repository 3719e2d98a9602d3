import type { Agreed, ApiPost } from "#testing/api-client.ts";
import type { Outcome, TestReadRequest } from "./driver.ts";
import { outcome } from "./http-calls.ts";

/** What is tried out by calls of the API. */
export function httpTrying({ post }: { readonly post: ApiPost }): TestReadRequest {
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
