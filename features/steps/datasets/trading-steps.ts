import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import type { By, ProductWorld } from "../../support/world.ts";

async function publishTable(
  world: ProductWorld,
  { name, connector, title, by = "driver" }: { name: string; connector: string; title: string; by?: By },
): Promise<void> {
  const made = await world
    .person(name)
    [by].publishTable(world.id(connector), { title: world.titled(title), isPublic: true });
  world.outcome = made;
  assert(made.ok, made.said);
  world.remember(title, made.id);
}

When(
  "{word} publishes the table of {string} as {string}",
  async function (this: ProductWorld, name: string, connector: string, title: string) {
    await publishTable(this, { name, connector, title });
  },
);

Given(
  "{word} has published the table of {string} as {string}",
  async function (this: ProductWorld, name: string, connector: string, title: string) {
    await publishTable(this, { name, connector, title, by: "before" });
  },
);

When(
  "{word} shares the table of {string} with {word}'s address",
  async function (this: ProductWorld, name: string, connector: string, other: string) {
    const { driver } = this.person(name);
    const made = await driver.shareTable(this.id(connector), this.person(other).email);
    this.outcome = made;
    assert(made.ok, made.said);
    this.remember(`the table of ${connector}`, made.id);
  },
);

Then("{word} cannot publish a table of {string}", async function (this: ProductWorld, name: string, connector: string) {
  const { ok } = await this.person(name).driver.publishTable(this.id(connector), {
    title: this.titled("Nothing"),
    isPublic: true,
  });
  assert.equal(ok, false);
});
