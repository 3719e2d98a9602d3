import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import type { Changes } from "../../support/drivers/versions.ts";
import type { ProductWorld } from "../../support/world.ts";

/** What the latest pasted rows have changed. */
const pasted = new WeakMap<ProductWorld, Changes | null>();

async function paste(world: ProductWorld, name: string, title: string, table: string, key: string | null) {
  const rows = table.replaceAll(",", "\t");
  const { changes, ...outcome } = await world.person(name).driver.pasteRows(world.id(title), { rows, key });
  world.outcome = outcome;
  pasted.set(world, changes);
}

When(
  "{word} adds a file of rows to {string}",
  async function (this: ProductWorld, name: string, title: string, csv: string) {
    this.outcome = await this.person(name).driver.appendFile(this.id(title), csv);
    assert.equal(this.outcome.ok, true, this.outcome.said);
  },
);

When(
  "{word} pastes these rows into {string}",
  async function (this: ProductWorld, name: string, title: string, table: string) {
    await paste(this, name, title, table, null);
  },
);

When(
  "{word} pastes these rows into {string}, matched by {string}",
  async function (this: ProductWorld, name: string, title: string, key: string, table: string) {
    await paste(this, name, title, table, key);
  },
);

When(
  "{word} restores version {int} of {string}",
  async function (this: ProductWorld, name: string, version: number, title: string) {
    this.outcome = await this.person(name).driver.restoreVersion(this.id(title), version);
    assert.equal(this.outcome.ok, true, this.outcome.said);
  },
);

Then("they add {int} row(s) and change {int}", function (this: ProductWorld, added: number, changed: number) {
  const { added: more, changed: other } = pasted.get(this) ?? { added: null, changed: null };
  assert.deepEqual([more, other], [added, changed], this.outcome?.said);
});

Then(
  "{word} sees that version {int} of {string} added {int} row(s) and changed {int}",
  async function (this: ProductWorld, name: string, version: number, title: string, added: number, changed: number) {
    const found = await this.person(name).driver.changesOf(this.id(title), version);
    assert.deepEqual([found.added, found.changed], [added, changed]);
  },
);
