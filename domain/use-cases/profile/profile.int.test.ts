import { beforeEach, describe, expect, test } from "vitest";
import { causeOf, CLIENT, person, signUp, useCasePorts } from "#testing/use-case-ports.ts";
import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { requestPasswordReset } from "../accounts/request-password-reset.ts";
import { resetPassword } from "../accounts/reset-password.ts";
import { verifyEmail } from "../accounts/verify-email.ts";
import type { Cause } from "../step.ts";
import { changeName } from "./change-name.ts";
import { changePassword } from "./change-password.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { beginEmailChange, requestEmailChange } from "./request-email-change.ts";

const { db, ports } = await useCasePorts();
const FIRST = "the first password";
let number = 0;
let ada: string;
let eve: string;
const email = (name: string) => `${name.toLowerCase()}${number}@example.org`;
const name = (of: string) => `${of}${number}`;

beforeEach(async () => {
  number += 1;
  [ada, eve] = [await person(ports, name("Ada")), await person(ports, name("Eve"))];
  for (const userId of [ada, eve])
    await ports.vault.put(userId, "password", (await ports.passwords.hash(FIRST, CLIENT)) ?? "");
  ports.sent.length = 0;
});

const codeOf = (outcome: { ok: true } | { ok: false; refusal: { code: string } }) =>
  outcome.ok ? "done" : outcome.refusal.code;
const rename = async (userId: string, to: string, cause: Cause = causeOf()) =>
  codeOf(await changeName(ports, { userId, name: to }, cause));
const stateOf = (userId: string) => aggregate(ports.log, user).load(userId);
const mailsTo = (address: string) => ports.sent.filter(({ to }) => to === address);
const linkTo = (address: string) =>
  /(?:verify-email|reset-password)\/([\w-]+)/.exec(mailsTo(address).at(-1)?.text ?? "")?.[1] ?? "no link";

describe("another name", () => {
  test("is taken by one user at a time, and the one before is free again", async () => {
    expect(await rename(ada, name("Eve"))).toBe("user-name-taken");
    expect(await rename(ada, "\u200b")).toBe("name-invalid");
    expect(await rename(ada, `  Lady   ${name("Ada")} `)).toBe("done");
    expect(await stateOf(ada)).toMatchObject({ name: `Lady ${name("Ada")}` });
    expect(await rename(eve, name("LADY ADA"))).toBe("user-name-taken");
    expect(await rename(eve, name("ADA"))).toBe("done");
    expect(await rename(ada, name("Ada"))).toBe("user-name-taken");
  });

  test("may be the same name in other letters, which stays one's own", async () => {
    expect(await rename(ada, name("ADA"))).toBe("done");
    expect(await rename(eve, name("ada"))).toBe("user-name-taken");
  });

  test("has one effect when its command comes twice", async () => {
    const cause = causeOf("rename-twice");
    expect([await rename(ada, name("Lovelace"), cause), await rename(ada, name("Lovelace"), cause)]).toEqual([
      "done",
      "done",
    ]);
    const history = await aggregate(ports.log, user).history(ada);
    expect(history.filter(({ type }) => type === "UserRenamed")).toHaveLength(1);
  });

  test("goes to one of several who want it at once", async () => {
    const wanted = name("Wanted");
    const outcomes = await Promise.all([ada, eve, ada, eve].map((userId) => rename(userId, wanted)));
    const holders = await Promise.all([ada, eve].map(stateOf));
    expect(holders.filter((state) => "name" in state && state.name === wanted)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "user-name-taken"]));
  });
});

describe("another password", () => {
  const change = async (oldPassword: string, newPassword: string, sid = "none") =>
    codeOf(
      await changePassword(
        ports,
        { userId: ada, sid, oldPassword, newPassword, client: CLIENT, keepKeys: true },
        causeOf(),
      ),
    );
  const signIn = async (password: string) =>
    codeOf(await checkPassword(ports, { email: email("Ada"), password, client: CLIENT }));

  test("needs the present one, and is long enough", async () => {
    expect(await change("not the first", "a better password")).toBe("password-wrong");
    expect(await change(FIRST, "7 chars")).toBe("password-too-short");
    expect(await signIn(FIRST)).toBe("done");
    expect(await change(FIRST, "a better password")).toBe("done");
    expect([await signIn(FIRST), await signIn("a better password")]).toEqual(["login-failed", "done"]);
    expect(mailsTo(email("Ada")).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
  });

  test("ends every other session and every link that was mailed", async () => {
    const [here, there, hers] = [
      await ports.sessions.open(ada),
      await ports.sessions.open(ada),
      await ports.sessions.open(eve),
    ];
    await requestPasswordReset(ports, email("Ada"));
    const reset = linkTo(email("Ada"));
    await requestEmailChange(ports, { userId: ada, email: email("Moved") });
    expect(await change(FIRST, "a better password", here.sid)).toBe("done");
    const open = await Promise.all([here, there, hers].map(({ token }) => ports.sessions.check(token)));
    expect(open.map((found) => found !== null)).toEqual([true, false, true]);
    const input = { token: reset, password: "chosen by another", client: CLIENT, keepKeys: true };
    expect(codeOf(await resetPassword(ports, input, causeOf()))).toBe("link-invalid");
    expect(codeOf(await confirmEmailChange(ports, linkTo(email("Moved")), causeOf()))).toBe("link-invalid");
  });
});

describe("another address", () => {
  const begin = async (to: string, password = FIRST) =>
    codeOf(await beginEmailChange(ports, { userId: ada, email: to, password, client: CLIENT }));
  const request = (to: string, userId = ada) => requestEmailChange(ports, { userId, email: to });
  const confirm = async (address: string, cause = causeOf()) =>
    codeOf(await confirmEmailChange(ports, linkTo(address), cause));
  const opens = async (address: string) =>
    codeOf(await checkPassword(ports, { email: address, password: FIRST, client: CLIENT }));

  test("is asked for with the password; the answer does not depend on who has it", async () => {
    expect(await begin("no address")).toBe("new-email-invalid");
    expect(await begin(email("ADA"))).toBe("new-email-same");
    expect(await begin(email("New"), "not the first")).toBe("new-email-password-wrong");
    expect([await begin(email("New")), await begin(email("Eve"))]).toEqual(["done", "done"]);
    expect(ports.sent).toEqual([]);
  });

  test("counts once its link is opened, twice with the same result, and both addresses are told", async () => {
    await request(email("New"));
    expect([await opens(email("Ada")), await opens(email("New"))]).toEqual(["done", "login-failed"]);
    expect(mailsTo(email("Ada"))).toMatchObject([{ text: expect.stringContaining(email("New")) as string }]);
    expect([await confirm(email("New")), await confirm(email("New"))]).toEqual(["done", "done"]);
    expect([await opens(email("Ada")), await opens(email("New"))]).toEqual(["login-failed", "done"]);
    expect(mailsTo(email("Ada")).map(({ subject }) => subject)).toEqual([
      "A new e-mail address for your account",
      "Your e-mail address was changed",
    ]);
    // The address before is free.
    await signUp(ports, { name: name("Another"), email: email("Ada"), password: "another person's" }, causeOf());
    expect(linkTo(email("Ada"))).not.toBe("no link");
  });

  test("with an account is not taken; its owner gets a mail without a link to confirm", async () => {
    await request(email("Eve"));
    expect(mailsTo(email("Eve")).map(({ subject, text }) => [subject, /verify-email/.test(text)])).toEqual([
      ["This address has an account already", false],
    ]);
  });

  test("goes to one of two who are mailed its link", async () => {
    await request(email("Shared"));
    const first = linkTo(email("Shared"));
    await request(email("Shared"), eve);
    const outcomes = await Promise.all([
      confirmEmailChange(ports, first, causeOf()),
      confirmEmailChange(ports, linkTo(email("Shared")), causeOf()),
    ]);
    expect(outcomes.map(codeOf).sort()).toEqual(["done", "email-taken"]);
  });

  test("is not the one of an earlier request any more", async () => {
    await request(email("Mistyped"));
    await request(email("New"));
    expect([await confirm(email("New")), await confirm(email("Mistyped"))]).toEqual(["done", "link-invalid"]);
  });

  test("is taken over from a sign-up that nobody has verified, whose link is worth nothing then", async () => {
    await signUp(ports, { name: name("Squatter"), email: email("New"), password: "of a stranger" }, causeOf());
    const squatting = linkTo(email("New"));
    await request(email("New"));
    expect(await confirm(email("New"))).toBe("done");
    expect(codeOf(await verifyEmail(ports, squatting, causeOf()))).toBe("link-invalid");
    expect(await opens(email("New"))).toBe("done");
  });

  test("ends the links for a password that were mailed to the one before", async () => {
    await requestPasswordReset(ports, email("Ada"));
    const reset = linkTo(email("Ada"));
    await request(email("New"));
    await confirm(email("New"));
    const input = { token: reset, password: "by the old mailbox", client: CLIENT, keepKeys: true };
    expect(codeOf(await resetPassword(ports, input, causeOf()))).toBe("link-invalid");
  });

  test("of the list of admins makes an admin", async () => {
    ports.adminEmails.push(email("Boss"));
    await request(email("Boss"));
    await confirm(email("Boss"));
    expect(await stateOf(ada)).toMatchObject({ roles: ["admin"] });
  });
});

test("names and addresses are in no event in clear", async () => {
  await rename(ada, name("Secretive"));
  await requestEmailChange(ports, { userId: ada, email: email("Secretive") });
  await confirmEmailChange(ports, linkTo(email("Secretive")), causeOf());
  const { rows } = await db.pool.query<{ found: boolean }>(
    "select bool_or(e::text ilike '%secretive%') as found from log.events e",
  );
  expect(rows).toEqual([{ found: false }]);
});
