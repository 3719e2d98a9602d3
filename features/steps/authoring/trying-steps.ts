import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { choicesAt, SANDBOX_KEY, sandboxDefinitions } from "../../support/product/definitions.ts";
import { theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

async function tryOut(
  world: ProductWorld,
  name: string,
  what: string,
  secrets: Record<string, string> = {},
): Promise<void> {
  world.tested = await world.person(name).driver.testRead(JSON.stringify(sandboxDefinitions[what]), secrets);
}

/** The fields of these connectors have their labels in lower case as keys. */
async function askForChoices(
  world: ProductWorld,
  name: string,
  label: string,
  title: string,
  settings: Record<string, string> = {},
): Promise<void> {
  world.choices = await world.person(name).driver.choices(world.id(title), label.toLowerCase(), settings);
  world.outcome = world.choices;
}

When("{word} tries {sandbox endpoint}", async function (this: ProductWorld, name: string, what: string) {
  await tryOut(this, name, what);
});

When("{word} tries {sandbox endpoint} with its key", async function (this: ProductWorld, name: string, what: string) {
  await tryOut(this, name, what, { token: SANDBOX_KEY });
});

When(
  "{word} tries {sandbox endpoint} with the key {string}",
  async function (this: ProductWorld, name: string, what: string, token: string) {
    await tryOut(this, name, what, { token });
  },
);

Then("the test brings {int} rows", function (this: ProductWorld, rows: number) {
  assert.equal(this.tested?.ok, true, this.tested?.said);
  assert.equal(this.tested.rows, rows);
});

Then("the test says {string}", function (this: ProductWorld, words: string) {
  assert(this.tested?.said.includes(words), `The product said: ${this.tested?.said ?? "nothing"}`);
});

Then("the test fails with {string}", function (this: ProductWorld, words: string) {
  assert.equal(this.tested?.ok, false, "The test succeeded");
  assert(this.tested.said.includes(words), `The product said: ${this.tested.said}`);
});

Then("the test does not show the key", function (this: ProductWorld) {
  assert(this.tested && !this.tested.said.includes(SANDBOX_KEY));
});

When("{word} checks {string} with its key", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.check(this.id(title), { token: SANDBOX_KEY });
});

When(
  "{word} checks {string} with the key {string}",
  async function (this: ProductWorld, name: string, title: string, token: string) {
    this.outcome = await this.person(name).driver.check(this.id(title), { token });
  },
);

When(
  "{word} asks {int} times to check {string} with the key {string}, without agreeing",
  async function (this: ProductWorld, name: string, times: number, title: string, token: string) {
    this.outcome = await this.person(name).driver.checkWithoutAgreeing(this.id(title), { token }, times);
  },
);

Then("the API has been asked nothing", function (this: ProductWorld) {
  assert.equal(theRemoteApi().asked(this.remotePath), 0);
});

Then("{word} is not connected to {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.connectedVersion(this.id(title)), null);
});

Given(
  "the API lists the spans {string} of the bridge {string}",
  function (this: ProductWorld, list: string, bridge: string) {
    theRemoteApi().answer(
      `${this.remotePath}/${bridge}/spans`,
      list.split(", ").map((name) => ({ id: name.toLowerCase(), name })),
    );
  },
);

Given(
  "{word} has published a connector {string} to that API, with bridges and spans to choose",
  async function (this: ProductWorld, name: string, title: string) {
    const definition = JSON.stringify(choicesAt(theRemoteApi().url(this.remotePath)));
    const made = await this.person(name).driver.publishConnector({
      title: this.titled(title),
      definition,
      isPublic: true,
    });
    assert(made.ok, made.said);
    this.remember(title, made.id);
  },
);

When(
  "{word} asks for the choices of {string} in {string}",
  async function (this: ProductWorld, name: string, label: string, title: string) {
    await askForChoices(this, name, label, title);
  },
);

When(
  "{word} asks for the choices of {string} in {string}, with {string} as {string}",
  async function (this: ProductWorld, name: string, label: string, title: string, value: string, other: string) {
    await askForChoices(this, name, label, title, { [other.toLowerCase()]: value });
  },
);

Then("{word} may choose {string}", function (this: ProductWorld, _name: string, list: string) {
  assert.equal(this.choices?.ok, true, this.choices?.said);
  assert.deepEqual(this.choices.names, list.split(", "));
});
