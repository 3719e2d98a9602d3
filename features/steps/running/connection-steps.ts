import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { SANDBOX_KEY } from "../../support/product/definitions.ts";
import type { By, ProductWorld } from "../../support/world.ts";

async function connect(
  world: ProductWorld,
  name: string,
  title: string,
  secrets: Record<string, string> = {},
  settings?: Record<string, string>,
): Promise<void> {
  const { ok, said } = await world.person(name).driver.connect(world.id(title), secrets, settings);
  assert(ok, said);
}

async function run(world: ProductWorld, name: string, title: string, by: By = "driver"): Promise<void> {
  const { succeeded, said } = await world.person(name)[by].run(world.id(title));
  world.outcome = { ok: succeeded, said };
}

Given("{word} is connected to {string}", async function (this: ProductWorld, name: string, title: string) {
  await connect(this, name, title);
});

Given(
  "{word} is connected to {string} with {string} as the region",
  async function (this: ProductWorld, name: string, title: string, region: string) {
    await connect(this, name, title, {}, { region });
  },
);

When("{word} connects to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.connect(this.id(title), {});
});

Given("{word} is connected to {string} with its key", async function (this: ProductWorld, name: string, title: string) {
  await connect(this, name, title, { token: SANDBOX_KEY });
});

Given(
  "{word} is connected to {string} with the key {string}",
  async function (this: ProductWorld, name: string, title: string, token: string) {
    await connect(this, name, title, { token });
  },
);

Given("{word} has run {string}", async function (this: ProductWorld, name: string, title: string) {
  await run(this, name, title, "before");
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

Given(
  "{word} has run {string} {int} times",
  async function (this: ProductWorld, name: string, title: string, times: number) {
    for (let done = 0; done < times; done += 1) {
      await run(this, name, title, "before");
      assert.equal(this.outcome?.ok, true, this.outcome?.said);
    }
  },
);

When("{word} runs {string}", async function (this: ProductWorld, name: string, title: string) {
  await run(this, name, title);
});

When("{word} removes the connection to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.disconnect(this.id(title));
  assert.equal(this.outcome.ok, true, this.outcome.said);
});

Then("the run succeeds", function (this: ProductWorld) {
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

Then("the run fails with {string}", function (this: ProductWorld, words: string) {
  assert.equal(this.outcome?.ok, false, "The run succeeded");
  assert(this.outcome.said.includes(words), `The product said: ${this.outcome.said}`);
});

Then(
  "{word}'s table of {string} has {int} rows",
  async function (this: ProductWorld, name: string, title: string, rows: number) {
    const table = await this.person(name).driver.output(this.id(title));
    assert(table, "There is no table");
    assert.equal(table.total, rows);
    this.table = table;
  },
);

Then(
  "{word}'s table of {string} lists {string}",
  async function (this: ProductWorld, name: string, title: string, list: string) {
    const table = await this.person(name).driver.output(this.id(title));
    assert.deepEqual(table?.rows.map((row) => row["name"]).toSorted(), list.split(", ").toSorted());
  },
);

Then("{word} has no table of {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.output(this.id(title)), null);
});

Given(
  "{word} is connected to {string} on the server {string}",
  async function (this: ProductWorld, name: string, title: string, server: string) {
    await connect(this, name, title, { token: SANDBOX_KEY }, { server });
  },
);

When(
  "{word} changes the server of {string} to {string}",
  async function (this: ProductWorld, name: string, title: string, server: string) {
    this.outcome = await this.person(name).driver.changeServer(this.id(title), server, null);
  },
);

When(
  "{word} agrees to the server {string} for {string} and enters the key {string}",
  async function (this: ProductWorld, name: string, server: string, title: string, key: string) {
    this.outcome = await this.person(name).driver.changeServer(this.id(title), server, key);
  },
);

Then(
  "{word}'s connection to {string} calls {string}",
  async function (this: ProductWorld, name: string, title: string, host: string) {
    assert.equal(await this.person(name).driver.calledHost(this.id(title)), host);
  },
);
