import assert from "node:assert/strict";
import { Then } from "@cucumber/cucumber";
import type { Happened, HistoryOf } from "../../support/drivers/administration/histories.ts";
import type { ProductWorld } from "../../support/world.ts";
import { eventually } from "#testing/eventually.ts";

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
