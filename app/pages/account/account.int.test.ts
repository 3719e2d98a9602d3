import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { accountClient, flashOf } from "#testing/servers/account-client.ts";

/** The account page and its calls, as a browser without JavaScript and a program use them. */
let db: InstalledDatabase;
let product: Product;
let eve: Person;
let people = 0;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  eve = await product.person("Eve");
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const newPerson = () => product.person(`Ada ${(people += 1)}`);
const { send, logIn, isOpen } = accountClient(() => product);
const linkTo = (email: string) =>
  eventually(async () => (await product.mailsTo(email)).join("\n").match(/verify-email\/([\w-]+)/)?.[1]);

describe("the name", () => {
  test("changes with the next page, also for items that its user published before", async () => {
    const ada = await newPerson();
    const { json: made } = await ada.upload("a\n1\n", { title: `Of ${ada.name}` });
    const { status, headers } = await send(ada, "account", { intent: "rename", name: "Countess Lovelace" });
    expect([status, flashOf(headers)]).toEqual([302, expect.stringContaining("Profile updated")]);
    expect((await ada.get("/api/users/me")).json.name).toBe("Countess Lovelace");
    expect((await ada.get("/account")).text).toContain('value="Countess Lovelace"');
    expect((await ada.get(`/api/assets/${made.id}`)).json.author_name).toBe("Countess Lovelace");
    const found = await ada.get("/api/assets?search=countess");
    expect(found.json).toMatchObject([{ id: made.id, author_name: "Countess Lovelace" }]);
  });

  test("of another user is refused, on the page with what was typed", async () => {
    const ada = await newPerson();
    const sentence = "User name taken. Please choose another one.";
    const { status, text } = await send(ada, "account", { intent: "rename", name: "EVE" });
    expect([status, text.includes(sentence), text.includes('value="EVE"')]).toEqual([409, true, true]);
    const { status: called, json } = await ada.post("/api/users/update_profile", { name: " eve " });
    expect([called, json]).toMatchObject([409, { error: sentence }]);
    expect((await ada.post("/api/users/update_profile", { name: " Ada  L. " })).json).toEqual({ name: "Ada L." });
  });
});

describe("the address", () => {
  test("changes in two steps and by the link in the mail; the old address is told", async () => {
    const ada = await newPerson();
    const email = `moved${people}@example.com`;
    const asked = await send(ada, "account", { intent: "ask-email", new_email: email });
    expect([asked.status, /role="dialog"[\s\S]*name="new_email" value="moved/.test(asked.text)]).toEqual([200, true]);
    const change = (password: string) => send(ada, "account", { intent: "change-email", new_email: email, password });
    const [none, wrong, right] = [await change(""), await change("not this one"), await change(ada.password)];
    expect([none.status, none.text.includes("Password required to confirm email change")]).toEqual([400, true]);
    expect([wrong.status, wrong.text.includes("Email not changed: this is not your current password.")]).toEqual([
      400,
      true,
    ]);
    expect(wrong.text).not.toContain("not this one");
    expect([right.status, flashOf(right.headers)]).toEqual([
      302,
      expect.stringContaining("Verification link sent to new email"),
    ]);
    const token = await linkTo(email);
    expect((await ada.get("/api/users/me")).json.email).toBe(ada.email);
    for (const _twice of [1, 2]) {
      const opened = await ada.post(`/verify-email/${token}`, "", {
        "content-type": "application/x-www-form-urlencoded",
      });
      expect([opened.headers.get("location"), flashOf(opened.headers)]).toEqual([
        "/account",
        expect.stringContaining(`Your e-mail address is now ${email}.`),
      ]);
    }
    expect((await ada.get("/api/users/me")).json.email).toBe(email);
    expect([(await logIn(ada.email, ada.password)).status, (await logIn(email, ada.password)).status]).toEqual([
      400, 200,
    ]);
    const told = await eventually(async () => (await product.mailsTo(ada.email)).find((mail) => /is now/.test(mail)));
    expect(told.replace(/\s+/g, " ")).toContain(`of your account at Tributary is now ${email}.`);
  });

  test("is checked before the password is asked for", async () => {
    const ada = await newPerson();
    for (const [typed, sentence] of [
      ["nonsense", "Email not changed: this is not an e-mail address."],
      [ada.email.toUpperCase(), "Email not changed: this is already your address."],
    ] as const) {
      const { status, text } = await send(ada, "account", { intent: "ask-email", new_email: typed });
      expect([status, text.includes(sentence), text.includes('role="dialog"')]).toEqual([400, true, false]);
      const called = await ada.post("/api/users/change_email", { new_email: typed, password: ada.password });
      expect([called.status, called.json]).toMatchObject([400, { error: sentence }]);
    }
  });

  test("gets the same answer whether or not it has an account, and is never taken from its owner", async () => {
    const ada = await newPerson();
    const ask = (new_email: string) => ada.post("/api/users/change_email", { new_email, password: ada.password });
    const [free, taken] = [await ask(`free${people}@example.com`), await ask(eve.email)];
    expect([taken.status, taken.json]).toEqual([free.status, free.json]);
    expect(free.json).toEqual({ message: "Verification link sent to new email" });
    const mail = await eventually(async () =>
      (await product.mailsTo(eve.email)).find((text) => /another account/.test(text)),
    );
    expect(mail).not.toContain("/verify-email/");
  });

  test("that someone else has confirmed meanwhile is refused when the link is opened", async () => {
    const [ada, ben] = [await newPerson(), await newPerson()];
    const email = `wanted${people}@example.com`;
    await ada.post("/api/users/change_email", { new_email: email, password: ada.password });
    const hers = await linkTo(email);
    await ben.post("/api/users/change_email", { new_email: email, password: ben.password });
    const his = await eventually(async () =>
      [...(await product.mailsTo(email)).join("\n").matchAll(/verify-email\/([\w-]+)/g)]
        .map(([, token]) => token)
        .find((token) => token !== hers),
    );
    expect((await product.call("GET", `/api/users/verify-email/${hers}`)).json).toMatchObject({ redirect: "/login" });
    const late = await product.call("GET", `/api/users/verify-email/${his}`);
    const sentence = "Email not changed: this address already has an account.";
    expect([late.status, late.json]).toMatchObject([409, { error: sentence }]);
    const page = await ben.post(`/verify-email/${his}`, "", { "content-type": "application/x-www-form-urlencoded" });
    expect([page.headers.get("location"), flashOf(page.headers)]).toEqual([
      "/account",
      expect.stringContaining(sentence),
    ]);
  });
});

describe("the password", () => {
  test("changes with the present one; other sessions end, this one stays", async () => {
    const ada = await newPerson();
    const other = await logIn(ada.email, ada.password);
    const change = (fields: Record<string, string>) => send(ada, "security", { intent: "change-password", ...fields });
    const good = { old_password: ada.password, password: "a new password", confirm: "a new password" };
    for (const [fields, sentence] of [
      [{ ...good, confirm: "a new passwort" }, "New passwords do not match"],
      [{ ...good, password: "7 chars", confirm: "7 chars" }, "Password must be at least 8 characters long"],
      [{ ...good, old_password: "wrong by far" }, "This is not your current password."],
    ] as const) {
      const { status, text } = await change(fields);
      expect([status, text.includes(sentence)], sentence).toEqual([400, true]);
      for (const typed of Object.values(fields)) expect(text).not.toContain(`value="${typed}"`);
    }
    const { status, headers } = await change(good);
    expect([status, flashOf(headers)]).toEqual([
      302,
      expect.stringContaining("Password changed successfully. Confirmation email sent."),
    ]);
    expect([await isOpen(ada.cookie), await isOpen(other.cookie)]).toEqual([true, false]);
    expect([(await logIn(ada.email, ada.password)).status, (await logIn(ada.email, "a new password")).status]).toEqual([
      400, 200,
    ]);
    await eventually(async () => (await product.mailsTo(ada.email)).find((mail) => /was changed/.test(mail)));
  });

  test("is changed by a call in the same way", async () => {
    const ada = await newPerson();
    const change = (oldPassword: string) =>
      ada.post("/api/users/change_password", { oldPassword, newPassword: "a new password" });
    expect([(await change("wrong")).status, (await change(ada.password)).json]).toEqual([
      400,
      { message: "Password changed successfully. Confirmation email sent." },
    ]);
    expect(await isOpen(ada.cookie)).toBe(true);
  });
});

test("wrong passwords on the account page count as failed logins do", async () => {
  const own = await installedDatabase();
  const strict = await startProduct({ ...own.installation, env: { RATE_LIMITS: "login=3/1h" } });
  try {
    const ada = await strict.person("Ada");
    const statuses = [];
    for (const password of ["one", "two"])
      statuses.push((await ada.post("/api/users/change_email", { new_email: "x@example.com", password })).status);
    for (const oldPassword of ["three", "four", ada.password])
      statuses.push(
        (await ada.post("/api/users/change_password", { oldPassword, newPassword: "a new password" })).status,
      );
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  } finally {
    await strict.remove();
    await own.drop();
  }
});

test("the plan tab says what is used, what is left and when it is counted anew", async () => {
  const ada = await newPerson();
  const { text } = await ada.get("/account?tab=plan");
  const { resets_at: resetsAt } = (await ada.get("/api/users/usage")).json as { resets_at: string };
  expect(text).toContain("0 of 5, 5 left");
  expect(text).toContain(`dateTime="${resetsAt}"`);
  const chosen = await send(ada, "plan", { intent: "choose-plan", plan: "2" });
  expect(flashOf(chosen.headers)).toContain("Pro plan activated. We hope you enjoy your benefits!");
  const refused = await send(ada, "plan", { intent: "choose-plan", plan: "4" });
  expect([refused.status, refused.text.includes("The Enterprise plan is coming soon.")]).toEqual([409, true]);
});
