import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FreshDatabase } from "#infra/fresh-database.ts";
import { testDatabase } from "#infra/test-database.ts";
import { causeOf, type ProcessPorts, processPorts } from "./contract-ports.ts";
import { checkPassword, replaceStreamingKey, resetPassword, streamingKeySecret } from "./sign-in.ts";
import { loadUser, resendVerification, signUp, verifyEmail } from "./sign-up.ts";

let db: FreshDatabase;
let ports: ProcessPorts;
let number = 0;
let email: string;

beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
});
afterAll(() => db?.drop());
beforeEach(() => {
  number += 1;
  email = `ada${number}@example.org`;
  ports.sent.length = 0;
});

const register = (password: string, cause = causeOf()) => signUp(ports, { name: `Ada ${number}`, email, password }, cause);
const tokens = () => ports.sent.map(({ text }) => /verify-email\/([\w-]+)/.exec(text)?.[1] ?? "");
const verify = async (token = "") => {
  const outcome = await verifyEmail(ports, token, causeOf());
  return outcome.ok ? outcome.value : null;
};
const signIn = async (password: string) => {
  const outcome = await checkPassword(ports, { email, password });
  return outcome.ok ? "in" : outcome.refusal.name;
};

describe("an address signed up for once", () => {
  it("opens with that password, by the first link and by one sent again", async () => {
    await register("adas password");
    expect([await signIn("adas password"), await signIn("another one")]).toEqual(["email-unverified", "login-failed"]);
    await resendVerification(ports, email);
    expect(tokens()).toHaveLength(2);
    const opened = await verify(tokens()[1]);
    expect(opened?.passwordToken).toBeNull();
    expect(await verify(tokens()[0])).toEqual(opened);
    expect(await signIn("adas password")).toBe("in");
    const { rows } = await db.pool.query("select name from vault.secrets where owner = $1", [opened?.userId]);
    expect(rows).toEqual([{ name: "password" }]);
  });

  it("stays one sign-up when its command comes twice", async () => {
    const cause = causeOf();
    await register("adas password", cause);
    await register("adas password", cause);
    expect(await verify(tokens()[1])).toMatchObject({ passwordToken: null });
    expect(await signIn("adas password")).toBe("in");
  });
});

describe("an address that somebody else signed up for too", () => {
  it.each([["before its owner", 1], ["after its owner", 0]])("%s: no link sets a stranger's password, pressed again or not", async (_when, first) => {
    const passwords = first === 0 ? ["adas password", "eves password"] : ["eves password", "adas password"];
    for (const password of passwords) await register(password);
    await resendVerification(ports, email);
    expect(tokens()).toHaveLength(3);
    const opened = await verify(tokens()[2]);
    expect([await signIn("adas password"), await signIn("eves password")]).toEqual(["login-failed", "login-failed"]);
    expect(await loadUser(ports, opened?.userId ?? "")).toMatchObject({ status: "verified" });

    // A mail scanner may have opened the link first: the owner is still asked for a password.
    const again = await verify(tokens()[0]);
    expect(again?.passwordToken).toEqual(expect.any(String));
    expect(await resetPassword(ports, { token: again?.passwordToken ?? "", password: "chosen by ada" }, causeOf())).toMatchObject({ ok: true });
    expect([await signIn("chosen by ada"), await signIn("eves password")]).toEqual(["in", "login-failed"]);
    expect(await verify(tokens()[1])).toBeNull();
  });

  it("keeps its password when a second sign-up ends while the link is opened", async () => {
    await register("adas password");
    const slow = register("eves password");
    await Promise.all([slow, verify(tokens()[0])]);
    expect(await signIn("eves password")).not.toBe("in");
  });
});

describe("a streaming key", () => {
  it("is answered again for the same command, and it is the one that works", async () => {
    await register("adas password");
    const userId = (await verify(tokens()[0]))?.userId ?? "";
    const cause = causeOf();
    const first = await replaceStreamingKey(ports, userId, cause);
    const again = await replaceStreamingKey(ports, userId, cause);
    expect(again).toEqual(first);
    if (!first.ok) throw new Error(first.refusal.name);
    expect(await ports.accessKeys.find(first.value.key)).toMatchObject({ userId, kind: "streaming" });

    const next = await replaceStreamingKey(ports, userId, causeOf());
    expect(await ports.accessKeys.find(first.value.key)).toBeNull();
    expect(next).toMatchObject({ ok: true });
    const state = await loadUser(ports, userId);
    const { rows } = await db.pool.query("select name from vault.secrets where owner = $1 and name like 'streaming-key/%'", [userId]);
    expect(rows).toEqual([{ name: streamingKeySecret(state.status === "absent" ? "" : (state.streamingKeyId ?? "")) }]);
  });

  it("is nobody's when there is no such user", async () => {
    expect(await replaceStreamingKey(ports, "nobody", causeOf())).toEqual({ ok: false, refusal: { name: "user-unknown" } });
  });
});
