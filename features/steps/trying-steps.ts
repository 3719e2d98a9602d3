import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import { SANDBOX_KEY, sandboxDefinitions } from "../support/definitions.ts";
import type { ProductWorld } from "../support/world.ts";

async function tryOut(world: ProductWorld, name: string, what: string, secrets: Record<string, string> = {}): Promise<void> {
  world.tested = await world.person(name).driver.testRead(JSON.stringify(sandboxDefinitions[what]), secrets);
}

When("{word} tries {sandbox endpoint}", async function (this: ProductWorld, name: string, what: string) {
  await tryOut(this, name, what);
});

When("{word} tries {sandbox endpoint} with its key", async function (this: ProductWorld, name: string, what: string) {
  await tryOut(this, name, what, { token: SANDBOX_KEY });
});

When("{word} tries {sandbox endpoint} with the key {string}", async function (this: ProductWorld, name: string, what: string, token: string) {
  await tryOut(this, name, what, { token });
});

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
