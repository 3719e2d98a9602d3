import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { eventually } from "#testing/eventually.ts";
import { theProduct } from "../../support/product/product.ts";
import { readTable, tablesOf } from "../../support/product/program.ts";
import type { ProductWorld } from "../../support/world.ts";

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1";

/** The address that a person moves to in a scenario. */
function newAddress(world: ProductWorld, name: string): string {
  return world.person(name).email.replace("@example.org", "@example.com");
}

When("{word} changes her name", async function (this: ProductWorld, name: string) {
  const person = this.person(name);
  this.outcome = await person.driver.changeName(`${person.name} the second`);
});

When("{word} changes her name to {word}'s", async function (this: ProductWorld, name: string, other: string) {
  this.outcome = await this.person(name).driver.changeName(this.person(other).name.toUpperCase());
});

Then(
  "{word} can register under the name that {word} had",
  async function (this: ProductWorld, name: string, other: string) {
    const person = this.person(name);
    const { ok, said } = await person.driver.register({ ...person, name: this.person(other).name });
    assert(ok, said);
  },
);

When("{word} asks for a new address with her password", async function (this: ProductWorld, name: string) {
  const { driver, password } = this.person(name);
  this.outcome = await driver.changeEmail(newAddress(this, name), password);
});

When(
  "{word} asks for a new address with the password {string}",
  async function (this: ProductWorld, name: string, password: string) {
    this.outcome = await this.person(name).driver.changeEmail(newAddress(this, name), password);
  },
);

When("{word} opens the link in the mail to her new address", async function (this: ProductWorld, name: string) {
  const token = await eventually(
    async () => /verify-email\/([\w-]+)/.exec((await theProduct().mailsTo(newAddress(this, name))).join("\n"))?.[1],
    20_000,
    `No mail came to the new address of ${name}`,
  );
  this.outcome = await this.person(name).driver.confirmAddress(token);
});

Then("{word} can sign in with her new address", async function (this: ProductWorld, name: string) {
  const { driver, password } = this.person(name);
  await driver.signOut();
  const { ok, said } = await driver.signIn(newAddress(this, name), password);
  assert(ok, said);
});

Then("a mail tells {word} at her old address", async function (this: ProductWorld, name: string) {
  await this.mailSaying(name, `the e-mail address of your account at Tributary is now ${newAddress(this, name)}.`);
});

Given("{word} is signed in on a phone too", async function (this: ProductWorld, name: string) {
  const { email, password } = this.person(name);
  const { headers } = await theProduct().call("POST", "/api/users/login", {
    body: { email, password },
    headers: { "user-agent": PHONE },
  });
  this.remember(`the phone of ${name}`, headers.getSetCookie()[0]?.split(";")[0] ?? "");
});

Then("{word} is signed out on the phone", async function (this: ProductWorld, name: string) {
  const { status } = await theProduct().call("GET", "/api/users/me", {
    headers: { cookie: this.id(`the phone of ${name}`), "sec-fetch-site": "same-origin" },
  });
  assert.equal(status, 401);
});

When("{word} changes her password to {string}", async function (this: ProductWorld, name: string, password: string) {
  const person = this.person(name);
  this.outcome = await person.driver.changePassword(person.password, password);
});

Then("{word} sees the session {string}", async function (this: ProductWorld, name: string, device: string) {
  const devices = await this.person(name).driver.sessions();
  assert(devices.includes(device), devices.join());
});

When("{word} ends the session {string}", async function (this: ProductWorld, name: string, device: string) {
  this.outcome = await this.person(name).driver.endSession(device);
});

When("{word} makes an API key", async function (this: ProductWorld, name: string) {
  this.keys.set("API", [await this.person(name).driver.createApiKey()]);
});

Then("{word} has the API keys {string}", async function (this: ProductWorld, name: string, names: string) {
  assert.deepEqual(await this.person(name).driver.apiKeys(), names.split(", "));
});

When(
  "{word} calls the API key {string} {string}",
  async function (this: ProductWorld, name: string, before: string, to: string) {
    this.outcome = await this.person(name).driver.renameApiKey(before, to);
  },
);

When("{word} deletes the API key {string}", async function (this: ProductWorld, name: string, key: string) {
  this.outcome = await this.person(name).driver.deleteApiKey(key);
});

Then("a program reads {string} with the API key", async function (this: ProductWorld, title: string) {
  const [key = ""] = this.keysOf("API");
  const table = (await tablesOf(theProduct(), key))?.get(this.titled(title)) ?? "none";
  const { rows, said } = await readTable(theProduct(), { table, format: "csv", key });
  assert.equal(rows?.length, 12, said);
});

Then("the API key opens nothing", async function (this: ProductWorld) {
  assert.equal(await tablesOf(theProduct(), this.keysOf("API")[0] ?? ""), null);
});

const downloads = new WeakMap<ProductWorld, string>();

When("{word} downloads her data", async function (this: ProductWorld, name: string) {
  downloads.set(this, await this.person(name).driver.downloadData());
});

Then("the file names {word}'s address and {string}", function (this: ProductWorld, name: string, title: string) {
  const text = JSON.stringify(JSON.parse(downloads.get(this) ?? ""));
  for (const words of [this.person(name).email, this.titled(title)]) assert(text.includes(words), words);
});

When(
  "{word} deletes her account with the password {string}",
  async function (this: ProductWorld, name: string, password: string) {
    this.outcome = await this.person(name).driver.deleteAccount(password);
  },
);

When("{word} deletes her account with her password", async function (this: ProductWorld, name: string) {
  const { driver, password } = this.person(name);
  this.outcome = await driver.deleteAccount(password);
});

Then("soon nobody sees the dataset {string}", async function (this: ProductWorld, title: string) {
  const address = `/api/assets/${this.id(title)}`;
  const isGone = async () => (await theProduct().call("GET", address)).status === 404;
  await eventually(isGone, 20_000, `${title} is still there`);
});
