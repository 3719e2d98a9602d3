import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

async function register(world: ProductWorld, name: string): Promise<void> {
  const person = world.person(name);
  world.outcome = await person.driver.register(person);
}

async function signIn(world: ProductWorld, name: string, password?: string): Promise<void> {
  const person = world.person(name);
  world.outcome = await person.driver.signIn(person.email, password ?? person.password);
}

async function confirm(world: ProductWorld, name: string): Promise<void> {
  world.outcome = await world.person(name).driver.confirmAddress(await world.mailedToken(name, "verify-email"));
}

function assertSucceeded(world: ProductWorld): void {
  assert.equal(world.outcome?.ok, true, world.outcome?.said);
}

Given("{word} has registered", async function (this: ProductWorld, name: string) {
  await register(this, name);
  assertSucceeded(this);
});

Given("{word} has a confirmed account", async function (this: ProductWorld, name: string) {
  await register(this, name);
  assertSucceeded(this);
  await confirm(this, name);
  assertSucceeded(this);
});

When("{word} registers", async function (this: ProductWorld, name: string) {
  await register(this, name);
  assertSucceeded(this);
});

When(
  "{word} registers with the password {string}",
  async function (this: ProductWorld, name: string, password: string) {
    const person = this.person(name);
    this.outcome = await person.driver.register({ ...person, password });
  },
);

When("{word} registers under {word}'s name", async function (this: ProductWorld, name: string, other: string) {
  const person = this.person(name);
  this.outcome = await person.driver.register({ ...person, name: this.person(other).name });
});

When("{word} registers with {word}'s address", async function (this: ProductWorld, name: string, other: string) {
  const person = this.person(name);
  this.outcome = await person.driver.register({ ...person, email: this.person(other).email });
});

When("{word} opens the link in her mail", async function (this: ProductWorld, name: string) {
  await confirm(this, name);
});

When("{word} opens the same link again", async function (this: ProductWorld, name: string) {
  await confirm(this, name);
});

When("{word} signs in", async function (this: ProductWorld, name: string) {
  await signIn(this, name);
});

When("{word} signs in with the password {string}", async function (this: ProductWorld, name: string, password: string) {
  await signIn(this, name, password);
});

When("{word} signs out", async function (this: ProductWorld, name: string) {
  await this.person(name).driver.signOut();
});

When("{word} asks for a new password", async function (this: ProductWorld, name: string) {
  const { driver, email } = this.person(name);
  this.outcome = await driver.askForNewPassword(email);
});

When(
  "{word} chooses the password {string} with the (same )link( in her mail)",
  async function (this: ProductWorld, name: string, password: string) {
    this.outcome = await this.person(name).driver.setNewPassword(
      await this.mailedToken(name, "reset-password"),
      password,
    );
  },
);

Then("{word} is signed in", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.isSignedIn(), true);
});

Then("{word} is not signed in", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.isSignedIn(), false);
});

Then(
  "{word} can sign in with the password {string}",
  async function (this: ProductWorld, name: string, password: string) {
    await signIn(this, name, password);
    assertSucceeded(this);
    await this.person(name).driver.signOut();
  },
);

Then("{word} can still sign in", async function (this: ProductWorld, name: string) {
  await signIn(this, name);
  assertSucceeded(this);
});

Then("{word} cannot sign in with her first password", async function (this: ProductWorld, name: string) {
  await signIn(this, name);
  assert.equal(this.outcome?.ok, false);
});

Then("it succeeds as for any other address", async function (this: ProductWorld) {
  assertSucceeded(this);
  const said = this.outcome?.said;
  await register(this, "Somebody");
  assert.deepEqual(this.outcome, { ok: true, said });
});

Then(
  "{word}, who has no account, is told the same when he asks for one",
  async function (this: ProductWorld, name: string) {
    const known = this.outcome;
    assert.equal(known?.ok, true);
    const { driver, email } = this.person(name);
    assert.deepEqual(await driver.askForNewPassword(email), known);
  },
);
