import { beforeEach, describe, expect, vi, test } from "vitest";
import { passwordHash } from "#infra/identity/password-hash.ts";
import { causeOf, CLIENT, signUp, useCasePorts } from "#testing/use-case-ports.ts";
import { checkPassword } from "./check-password.ts";
import { replaceStreamingKey, streamingKeySecret } from "./replace-streaming-key.ts";
import { resetPassword } from "./reset-password.ts";
import { beginSignUp } from "./begin-sign-up.ts";
import { resendVerification } from "./resend-verification.ts";
import { verifyEmail } from "./verify-email.ts";
import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";

const { db, ports } = await useCasePorts();
let number = 0;
let email: string;

beforeEach(() => {
  number += 1;
  email = `ada${number}@example.org`;
  ports.sent.length = 0;
});

const register = (password: string, cause = causeOf()) =>
  signUp(ports, { name: `Ada ${number}`, email, password }, cause);
const tokens = () => ports.sent.map(({ text }) => /verify-email\/([\w-]+)/.exec(text)?.[1] ?? "");
const verify = async (token = "") => {
  const outcome = await verifyEmail(ports, token, causeOf());
  return outcome.ok ? outcome.value : null;
};
const signIn = async (password: string) => {
  const outcome = await checkPassword(ports, { email, password, client: CLIENT });
  return outcome.ok ? "in" : outcome.refusal.code;
};

test("a password is not checked while its client has as many others checked as it may", async () => {
  const passwords = passwordHash({ pepper: "a pepper of the test that is long enough", cost: 10 });
  let over = false;
  // Each takes its place again at once, so that the client never has less than twenty.
  const others = Array.from({ length: 20 }, async () => {
    while (!over) await passwords.hash("a password", CLIENT);
  });
  const refused = await checkPassword({ ...ports, passwords }, { email, password: "a password", client: CLIENT });
  over = true;
  await Promise.all(others);
  expect(refused).toMatchObject({ ok: false, refusal: { code: "passwords-busy" } });
});

describe("an address signed up for once", () => {
  test("opens with that password, by the first link and by one sent again", async () => {
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

  test("stays one sign-up when its command comes twice", async () => {
    const cause = causeOf();
    await register("adas password", cause);
    await register("adas password", cause);
    expect(await verify(tokens()[1])).toMatchObject({ passwordToken: null });
    expect(await signIn("adas password")).toBe("in");
  });
});

describe("an address that somebody else signed up for too", () => {
  test.each([
    ["before its owner", 1],
    ["after its owner", 0],
  ])("%s: no link sets a stranger's password, pressed again or not", async (_when, first) => {
    const passwords = first === 0 ? ["adas password", "eves password"] : ["eves password", "adas password"];
    for (const password of passwords) await register(password);
    await resendVerification(ports, email);
    expect(tokens()).toHaveLength(3);
    const opened = await verify(tokens()[2]);
    expect([await signIn("adas password"), await signIn("eves password")]).toEqual(["login-failed", "login-failed"]);
    expect(await aggregate(ports.log, user).load(opened?.userId ?? "")).toMatchObject({ status: "verified" });

    // A mail scanner may have opened the link first: the owner must still enter a password.
    const again = await verify(tokens()[0]);
    expect(again?.passwordToken).toEqual(expect.any(String));
    expect(
      await resetPassword(
        ports,
        { token: again?.passwordToken ?? "", password: "chosen by ada", client: CLIENT, keepKeys: true },
        causeOf(),
      ),
    ).toMatchObject({ ok: true });
    expect([await signIn("chosen by ada"), await signIn("eves password")]).toEqual(["in", "login-failed"]);
    expect(await verify(tokens()[1])).toBeNull();
  });

  test("keeps its password when a second sign-up ends while the link is opened", async () => {
    await register("adas password");
    const slow = register("eves password");
    await Promise.all([slow, verify(tokens()[0])]);
    expect(await signIn("eves password")).not.toBe("in");
  });
});

describe("whether an address is known", () => {
  /** Database queries of a registration before its answer. */
  const work = async (name: string, email: string) => {
    const asked: string[] = [];
    const query = db.pool.query.bind(db.pool) as (...args: unknown[]) => unknown;
    const watched = vi.spyOn(db.pool, "query").mockImplementation((...args: unknown[]) => {
      asked.push(String((args[0] as { text?: string }).text ?? args[0]));
      return query(...args);
    });
    const hashing = vi.spyOn(ports.passwords, "hash");
    const begun = await beginSignUp(ports, { name, email, password: "adas password", client: CLIENT }, causeOf());
    const hashed = hashing.mock.calls.length;
    watched.mockRestore();
    hashing.mockRestore();
    return { answer: begun.ok ? "registered" : begun.refusal.code, hashed, asked };
  };
  const addresses = async () => {
    await register("adas password");
    await verify(tokens()[0]);
    const pending = `pending${number}@example.org`;
    await signUp(ports, { name: `Pending ${number}`, email: pending, password: "adas password" }, causeOf());
    return { verified: email, unverified: pending, unknown: `unknown${number}@example.org` };
  };

  test("shows in no answer and no work before it, be the name free or taken", async () => {
    const who = await addresses();
    const free = [];
    const taken = [];
    for (const address of Object.values(who)) {
      free.push(await work(`Free ${address}`, address));
      taken.push(await work(`ADA ${number}`, address));
    }
    expect(free.map(({ answer }) => answer)).toEqual(["registered", "registered", "registered"]);
    expect(taken.map(({ answer }) => answer)).toEqual(["user-name-taken", "user-name-taken", "user-name-taken"]);
    for (const each of [free, taken]) {
      expect(each[0]?.hashed).toBe(1);
      expect(each[0]?.asked.length).toBeGreaterThan(1);
      expect(each[1]).toEqual(each[0]);
      expect(each[2]).toEqual(each[0]);
    }
  });

  test("does not show in what becomes of the name", async () => {
    const who = await addresses();
    for (const [kind, address] of Object.entries(who)) {
      const asks = async (name: string, email: string) => {
        const begun = await signUp(
          ports,
          { name: `${name} ${kind} ${number}`, email, password: "adas password" },
          causeOf(),
        );
        return begun.ok ? "registered" : begun.refusal.code;
      };
      const seen = [
        await asks("First", address),
        await asks("First", address),
        await asks("First", "elsewhere@example.org"),
        await asks("Second", address),
        await asks("First", address),
        await asks("First", "elsewhere@example.org"),
      ];
      expect([kind, seen]).toEqual([
        kind,
        ["registered", "registered", "user-name-taken", "registered", "registered", "user-name-taken"],
      ]);
    }
  });

  test("does not show in the hashes that a failed login is held against", async () => {
    const who = await addresses();
    for (const address of Object.values(who))
      await signUp(ports, { name: `Again ${address}`, email: address, password: "eves password" }, causeOf());
    const checking = vi.spyOn(ports.passwords, "verify");
    for (const address of Object.values(who)) {
      const seen = [];
      for (const password of ["eves password", "nobodys password"]) {
        const outcome = await checkPassword(ports, { email: address, password, client: CLIENT });
        seen.push([outcome.ok ? "in" : outcome.refusal.code, checking.mock.calls.length]);
        checking.mockClear();
      }
      expect([address, seen]).toEqual([
        address,
        [
          ["email-unverified", 2],
          ["login-failed", 2],
        ],
      ]);
    }
    checking.mockRestore();
    expect(await signIn("adas password")).toBe("in");
  });

  test("decides who gets which mail", async () => {
    const who = await addresses();
    ports.sent.length = 0;
    for (const address of Object.values(who))
      await signUp(ports, { name: `New ${address}`, email: address, password: "adas password" }, causeOf());
    expect(ports.sent.map(({ to, subject }) => [to, subject])).toEqual([
      [who.verified, "You are registered already"],
      [who.unverified, "Verify your e-mail address"],
      [who.unknown, "Verify your e-mail address"],
    ]);
  });
});

describe("a name", () => {
  test("stays with the address until it is verified, and then with its user", async () => {
    const asks = (email: string) =>
      signUp(ports, { name: `Ada ${number}`, email, password: "adas password" }, causeOf());
    // The process ended between the answer and the rest.
    await beginSignUp(ports, { name: `Ada ${number}`, email, password: "adas password", client: CLIENT }, causeOf());
    expect(await asks("eve@example.org")).toMatchObject({ ok: false, refusal: { code: "user-name-taken" } });
    expect(await asks(email)).toMatchObject({ ok: true });
    await verify(tokens()[0]);
    for (const address of [email, "eve@example.org"])
      expect(await asks(address)).toMatchObject({ ok: false, refusal: { code: "user-name-taken" } });
  });
});

describe("setting a password", () => {
  test("takes none of those that everybody tries first, nor uses the link up for it", async () => {
    expect(
      await signUp(ports, { name: "Ada", email: "ada.common@example.org", password: "Password1" }, causeOf()),
    ).toEqual({ ok: false, refusal: { code: "password-common" } });
    await register("adas password");
    const userId = (await verify(tokens()[0]))?.userId ?? "";
    const token = await ports.tokens.issue("reset-password", userId, {}, 60_000);
    const set = (password: string) =>
      resetPassword(ports, { token, password, client: CLIENT, keepKeys: true }, causeOf());
    expect(await set("qwertyuiop")).toEqual({ ok: false, refusal: { code: "password-common" } });
    expect(await set("a better one by far")).toMatchObject({ ok: true });
  });

  test("looks at the link before it hashes", async () => {
    const hashing = vi.spyOn(ports.passwords, "hash");
    for (const token of ["x", "x".repeat(43)]) {
      expect(
        await resetPassword(ports, { token, password: "adas password", client: CLIENT, keepKeys: true }, causeOf()),
      ).toEqual({
        ok: false,
        refusal: { code: "link-invalid" },
      });
    }
    expect(hashing).not.toHaveBeenCalled();
    hashing.mockRestore();
  });
});

describe("a streaming key", () => {
  test("is answered again for the same command, and it is the one that works", async () => {
    await register("adas password");
    const userId = (await verify(tokens()[0]))?.userId ?? "";
    const cause = causeOf();
    const first = await replaceStreamingKey(ports, userId, cause);
    const again = await replaceStreamingKey(ports, userId, cause);
    expect(again).toEqual(first);
    if (!first.ok) throw new Error(first.refusal.code);
    expect(await ports.accessKeys.find(first.value.key)).toMatchObject({ userId, kind: "streaming" });

    const next = await replaceStreamingKey(ports, userId, causeOf());
    expect(await ports.accessKeys.find(first.value.key)).toBeNull();
    expect(next).toMatchObject({ ok: true });
    const state = await aggregate(ports.log, user).load(userId);
    const { rows } = await db.pool.query(
      "select name from vault.secrets where owner = $1 and name like 'streaming-key/%'",
      [userId],
    );
    expect(rows).toEqual([{ name: streamingKeySecret(state.status === "absent" ? "" : (state.streamingKeyId ?? "")) }]);
  });

  test("is nobody's when there is no such user", async () => {
    expect(await replaceStreamingKey(ports, "nobody", causeOf())).toEqual({
      ok: false,
      refusal: { code: "user-unknown" },
    });
  });
});
