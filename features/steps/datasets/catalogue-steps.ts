import assert from "node:assert/strict";
import { defineParameterType, Given, Then } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

defineParameterType({
  name: "kind",
  regexp: /connector|dataset/,
  transformer: (kind: string) => kind as "connector" | "dataset",
});

/** "the stations of the sandbox", "an endpoint of the sandbox that always fails". */
defineParameterType({
  name: "sandbox endpoint",
  regexp: /((?:the|an) \w+) of the sandbox( that .+)?/,
  transformer: (what: string, which?: string) => what + (which ?? ""),
});

Given("{word} has an account and is signed in", async function (this: ProductWorld, name: string) {
  await this.settle(name);
});

Given("{word} has an account on the free plan and is signed in", async function (this: ProductWorld, name: string) {
  await this.settle(name, 1);
});

Given("{word} has an account on the Pro plan and is signed in", async function (this: ProductWorld, name: string) {
  await this.settle(name, 2);
});

/** Ids of the items with this title that a search for it finds. It also finds titles that have more words. */
async function foundWithTitle(world: ProductWorld, name: string, title: string): Promise<readonly string[]> {
  const found = await world.person(name).driver.find(world.titled(title));
  return found.filter((each) => each.title === world.titled(title)).map(({ id }) => id);
}

Then("everyone finds {string}", async function (this: ProductWorld, title: string) {
  assert.deepEqual(await foundWithTitle(this, "Visitor", title), [this.id(title)]);
});

Then(
  "everyone who searches for {string} finds {string}",
  async function (this: ProductWorld, words: string, title: string) {
    const found = await this.person("Visitor").driver.find(this.titled(words));
    assert.deepEqual(
      found.map(({ id }) => id),
      [this.id(title)],
    );
  },
);

Then("nobody finds {string}", async function (this: ProductWorld, title: string) {
  assert.deepEqual(await foundWithTitle(this, "Visitor", title), []);
});

Then(
  "{word} sees the {kind} {string}",
  async function (this: ProductWorld, name: string, kind: "connector" | "dataset", title: string) {
    assert.equal(await this.person(name).driver.sees(kind, this.id(title)), true);
  },
);

async function assertInvisible(
  world: ProductWorld,
  name: string,
  kind: "connector" | "dataset",
  title: string,
): Promise<void> {
  assert.deepEqual(await foundWithTitle(world, name, title), []);
  assert.equal(await world.person(name).driver.sees(kind, world.id(title)), false);
}

Then(
  "{word} neither finds nor sees the {kind} {string}",
  async function (this: ProductWorld, name: string, kind: "connector" | "dataset", title: string) {
    await assertInvisible(this, name, kind, title);
  },
);

Then(
  "a visitor neither finds nor sees the {kind} {string}",
  async function (this: ProductWorld, kind: "connector" | "dataset", title: string) {
    await assertInvisible(this, "Visitor", kind, title);
  },
);

Then("its column {string} holds {word}", function (this: ProductWorld, name: string, what: string) {
  const kinds: Readonly<Record<string, string>> = {
    numbers: "number",
    text: "text",
    dates: "date",
    "yes/no": "yes/no",
  };
  const column = this.table?.columns.find((each) => each.name === name);
  assert.equal(column?.kind, kinds[what]);
});
