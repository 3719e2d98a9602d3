import assert from "node:assert/strict";
import { Given, Then } from "@cucumber/cucumber";
import type { Happened, HistoryOf } from "../../support/drivers/administration/histories.ts";
import { theAdmin } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";
import { eventually } from "#testing/eventually.ts";

Given("{word} is an auditor and is signed in", async function (this: ProductWorld, name: string) {
  await this.settle(name);
  const admin = await theAdmin();
  const found = await admin.get(`/api/admin/users?search=${encodeURIComponent(this.person(name).email)}`);
  const given = await admin.post(`/api/admin/users/${found.json[0].id}/roles`, { role: "auditor" });
  assert.equal(given.status, 200, given.text);
});

/** When something happened for the first time. */
async function firstTime(world: ProductWorld, name: string, kind: HistoryOf, of: { title: string; what: string }) {
  const happened = (await world.person(name).driver.historyOf(kind, world.id(of.title))) ?? [];
  const first: Happened | undefined = happened.findLast(({ what }) => what === of.what);
  assert(first, `${of.what} is not among ${happened.map(({ what }) => what).join(", ")}`);
  return first.at;
}

Then(
  "{word} reads that {string} happened {int} time(s) to the {word} {string}",
  async function (this: ProductWorld, name: string, what: string, times: number, kind: HistoryOf, title: string) {
    const { driver } = this.person(name);
    await eventually(async () => {
      const happened = await driver.historyOf(kind, this.id(title));
      return (happened ?? []).filter((each) => each.what === what).length === times || undefined;
    });
  },
);

Then(
  "{word} reads of the {word} {string} as of its first {string} {string} and not {string}",
  async function (
    this: ProductWorld,
    name: string,
    kind: HistoryOf,
    title: string,
    what: string,
    there: string,
    missing: string,
  ) {
    const at = await firstTime(this, name, kind, { title, what });
    const state = await this.person(name).driver.stateThen(kind, this.id(title), at);
    assert(state.includes(there), state);
    assert(!state.includes(missing), state);
  },
);

Then(
  "{word} reads rows of {string} as of its first {string} with {string} and without {string}",
  async function (this: ProductWorld, name: string, title: string, what: string, there: string, missing: string) {
    const at = await firstTime(this, name, "dataset", { title, what });
    const rows = await this.person(name).driver.rowsThen(this.id(title), at);
    assert(rows.includes(there), rows);
    assert(!rows.includes(missing), rows);
  },
);

Then(
  "there is no history of the {word} {string} for {word}",
  async function (this: ProductWorld, kind: HistoryOf, title: string, name: string) {
    assert.equal(await this.person(name).driver.historyOf(kind, this.id(title)), null);
  },
);
