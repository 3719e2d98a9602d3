import { beforeEach, expect, test } from "vitest";
import { causeOf, CLIENT, person, useCasePorts } from "#testing/use-case-ports.ts";
import { apiKeys } from "../../api-keys/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import { step } from "../step.ts";
import { webhooks } from "../../webhook/decider.ts";
import { createApiKey } from "./create-api-key.ts";
import { changePassword } from "../profile/change-password.ts";
import { replaceStreamingKey } from "../accounts/replace-streaming-key.ts";
import { resetPassword } from "../accounts/reset-password.ts";

const { ports } = await useCasePorts();
const FIRST = "the first password";
const SECOND = "the second password";
let ada: string;
let texts: string[];

beforeEach(async () => {
  ada = await person(ports);
  await ports.vault.put(ada, "password", (await ports.passwords.hash(FIRST, CLIENT)) ?? "");
  const key = async (name: string) => {
    const asked = { userId: ada, name, scopes: ["read"] as const, limits: null, expiresAt: null };
    const made = await createApiKey(ports, asked, causeOf());
    return made.ok ? made.value.secret : "";
  };
  const streaming = await replaceStreamingKey(ports, ada, causeOf());
  texts = [await key("Report"), await key("Gauges"), streaming.ok ? streaming.value.key : ""];
  await aggregate(ports.log, webhooks).handle(
    ada,
    {
      ...{ type: "create", userId: ada, webhookId: "w", secretId: "s", itemId: null },
      ...{ url: "https://hooks.example.org/in", kinds: ["run.failed"] },
    },
    step(causeOf(), "webhook"),
  );
  ports.sent.length = 0;
});

const opening = async () => Promise.all(texts.map(async (text) => (await ports.accessKeys.find(text)) !== null));
const isHookOn = async () => (await aggregate(ports.log, webhooks).load(ada)).get("w")?.enabled;
const reset = async (keepKeys: boolean) => {
  const token = await ports.tokens.issue("reset-password", ada, {}, 60_000);
  return resetPassword(ports, { token, password: SECOND, client: CLIENT, keepKeys }, causeOf());
};
const change = (keepKeys: boolean) =>
  changePassword(
    ports,
    { userId: ada, sid: "", oldPassword: FIRST, newPassword: SECOND, client: CLIENT, keepKeys },
    causeOf(),
  );

for (const [how, set] of [
  ["reset", reset],
  ["changed", change],
] as const) {
  test(`a password that is ${how} ends keys and webhooks, and the mail names them`, async () => {
    expect(await set(false)).toMatchObject({
      ok: true,
      value: { apiKeys: ["Report", "Gauges"], streamingKey: true, webhooks: ["https://hooks.example.org/in"] },
    });
    expect([await opening(), await isHookOn()]).toEqual([[false, false, false], false]);
    expect([...(await aggregate(ports.log, apiKeys).load(ada)).keys()]).toEqual([]);
    expect(await aggregate(ports.log, user).load(ada)).toMatchObject({ streamingKeyId: null });
    const [mail] = ports.sent.map((each) => JSON.stringify(each));
    expect(mail).toContain("Report");
    expect(mail, "no mail makes a link of it").toContain("https[:]//hooks[.]example[.]org/in");
    expect(await replaceStreamingKey(ports, ada, causeOf()), "another can be made").toMatchObject({ ok: true });
  });

  test(`a password that is ${how} leaves them if they are kept`, async () => {
    expect(await set(true)).toMatchObject({ ok: true, value: { apiKeys: [], streamingKey: false, webhooks: [] } });
    expect([await opening(), await isHookOn()]).toEqual([[true, true, true], true]);
  });
}

test("a wrong password ends nothing", async () => {
  const input = { userId: ada, sid: "", oldPassword: "not hers", newPassword: SECOND, client: CLIENT, keepKeys: false };
  expect(await changePassword(ports, input, causeOf())).toMatchObject({ ok: false });
  expect([await opening(), await isHookOn()]).toEqual([[true, true, true], true]);
});
