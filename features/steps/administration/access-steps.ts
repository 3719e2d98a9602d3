import assert from "node:assert/strict";
import { Then } from "@cucumber/cucumber";
import { theAdmin } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

const inOrder = (words: string) => words.split(", ").sort();

Then(
  "{word} reads that {word} sees {string} by {string}",
  async function (this: ProductWorld, name: string, other: string, title: string, rules: string) {
    const admin = await theAdmin();
    const found = await admin.get(`/api/admin/users?search=${encodeURIComponent(this.person(other).email)}`);
    const told = await this.person(name).driver.rulesFor(this.id(title), found.json[0].id);
    assert.deepEqual([...told].sort(), inOrder(rules));
  },
);

Then(
  "{word} reads that the access to {string} changed by {string}",
  async function (this: ProductWorld, name: string, title: string, events: string) {
    const told = await this.person(name).driver.changesOfAccess(this.id(title));
    assert.deepEqual([...(told ?? [])].sort(), inOrder(events));
  },
);

Then(
  "{word} does not read who has access to {string}",
  async function (this: ProductWorld, name: string, title: string) {
    assert.equal(await this.person(name).driver.changesOfAccess(this.id(title)), null);
  },
);

Then(
  "{word} reads that {word} is offered {string} for {string}",
  async function (this: ProductWorld, name: string, other: string, offers: string, title: string) {
    const told = await this.person(name).driver.offersFor(this.id(title), this.person(other).email);
    assert.deepEqual([...(told ?? [])].sort(), inOrder(offers));
  },
);

Then(
  "{word} reads that {word} does not see {string}",
  async function (this: ProductWorld, name: string, other: string, title: string) {
    assert.equal(await this.person(name).driver.offersFor(this.id(title), this.person(other).email), null);
  },
);
