import { describe, expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import { consentOf } from "../consent/consent.ts";
import type { Credentials, PullInput, PullNote, PullStep } from "./engine-ports.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { pullDefinition } from "./pull-definition.ts";
import type { OutgoingRequest } from "../request/request.ts";

const OAUTH = {
  auth: { type: "oauth2", token_url: "https://id.test/t" },
  operations: [{ id: "items", url: "https://api.test/items", pagination: { strategy: "page", page_param: "page" } }],
};

/** Pulls with tokens t1, t2, …; the API accepts those for which `takes` is true, and echoes what it receives. */
async function run(definition: object, takes: (token: string, page: number) => boolean, more: Partial<PullInput> = {}) {
  const parsed = parseDefinition({ protocol: "rest", ...definition });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  let token = 1;
  const renewals: string[] = [];
  const credentials: Credentials = {
    current: () => Promise.resolve({ ok: true, values: { access_token: `canary-t${token}` } }),
    renew(rejected) {
      renewals.push(rejected["access_token"] ?? "");
      token += 1;
      return this.current();
    },
  };
  const requests: OutgoingRequest[] = [];
  const notes: PullNote[] = [];
  const pull = pullDefinition({
    definition: parsed.definition,
    settings: {},
    secrets: {},
    credentials,
    consent: consentOf(parsed.definition),
    userAgent: "Tributary/1",
    random: () => 0,
    encodingOf: () => "windows-1252",
    now: () => 0,
    sleep: () => Promise.resolve(),
    observe: (note) => notes.push(note),
    send: (request) => {
      requests.push(request);
      const sent = new Map(request.headers).get("Authorization") ?? "";
      const page = Number(request.url.searchParams.get("page"));
      const ok = takes(sent.replace("Bearer canary-", ""), page);
      const body = ok ? (page < 4 ? [{ page }] : []) : { message: `not this one: ${sent}` };
      return Promise.resolve({
        ok: true,
        status: ok ? 200 : 401,
        headers: [],
        body: new TextEncoder().encode(JSON.stringify(body)),
      });
    },
    ...more,
  });
  const steps: PullStep[] = [];
  let step = await pull.next();
  for (; !step.done; step = await pull.next()) steps.push(step.value);
  return {
    result: step.value,
    steps,
    notes,
    renewals,
    sent: requests.map(
      (request) => `${request.url.searchParams.get("page")} ${new Map(request.headers).get("Authorization")}`,
    ),
  };
}

describe("pulling with a sign-in", () => {
  test("renews once where a token ends in the middle, and goes on with the same page", async () => {
    const { result, renewals, sent } = await run(OAUTH, (token, page) => token === (page < 3 ? "t1" : "t2"));
    expect(result).toMatchObject({ status: "success", rows: 3 });
    expect(renewals).toEqual(["canary-t1"]);
    expect(sent).toEqual([
      "1 Bearer canary-t1",
      "2 Bearer canary-t1",
      "3 Bearer canary-t1",
      "3 Bearer canary-t2",
      "4 Bearer canary-t2",
    ]);
  });

  test("fails where a fresh token is refused too, after one renewal, and shows no token", async () => {
    const { result, renewals, sent, notes, steps } = await run(OAUTH, (token, page) => page < 2 && token === "t1");
    expect(result).toMatchObject({
      status: "failed",
      error: finding("after-fresh-sign-in", {
        finding: finding("api-answered", { status: 401, said: "not this one: Bearer •••" }),
      }),
    });
    expect(renewals).toHaveLength(1);
    expect(sent).toHaveLength(3);
    expect(JSON.stringify([result, notes, steps])).not.toContain("canary");
  });

  test("sends nothing when there is no sign-in", async () => {
    const none = {
      current: () =>
        Promise.resolve({
          ok: false as const,
          code: "auth_missing" as const,
          finding: finding("sign-in-missing", { host: "id.test" }),
        }),
      renew: () => Promise.reject(new Error("not asked")),
    };
    const { result, sent } = await run(OAUTH, () => true, { credentials: none });
    expect(result).toMatchObject({
      status: "failed",
      error: finding("sign-in-missing", { host: "id.test" }),
      errorCode: "auth_missing",
    });
    expect(sent).toEqual([]);
  });

  test("does not renew for a host that never got the token", async () => {
    const elsewhere = { ...OAUTH, base_url: "https://home.test" };
    const { result, renewals } = await run(elsewhere, () => false);
    expect(result.status).toBe("failed");
    expect(renewals).toEqual([]);
  });

  test("counts the token among the secrets of the consent: a version that sends it elsewhere is another one", () => {
    const places = (definition: object) => {
      const parsed = parseDefinition({ protocol: "rest", ...definition });
      return parsed.ok
        ? consentOf(parsed.definition).places.filter(({ field }) => field === "access_token" || field === "token")
        : parsed.faults;
    };
    expect(places(OAUTH)).toEqual([{ field: "access_token", host: "https://api.test", where: "header authorization" }]);
    expect(places({ ...OAUTH, operations: [{ url: "https://api.test/{access_token}" }] })).toContainEqual({
      field: "access_token",
      host: "https://api.test",
      where: "path",
    });
    expect(
      places({
        auth: { type: "session", login: { url: "/l" }, token_path: "t", in: "query", name: "k" },
        base_url: "https://api.test",
        operations: [{ url: "/x" }],
      }),
    ).toContainEqual({ field: "token", host: "https://api.test", where: "query k" });
  });
});
