import assert from "node:assert/strict";
import { Before, Given, Then, When } from "@cucumber/cucumber";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { eventually } from "#testing/eventually.ts";
import { lookForDueConnections, theClock } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

const MINUTE = 60_000;
const BY_ITSELF_WITHIN_MS = 45_000;

/**
 * Scenarios let hours pass: only the one that says so may cross the end of a week, or have its next slot an hour into
 * another.
 */
const HOURS_OF_A_SCENARIO_MS = 4 * 60 * MINUTE;

Before(async function () {
  const left = await untilTheNextWeek();
  if (left <= HOURS_OF_A_SCENARIO_MS) await theClock().move(left);
});

async function untilTheNextWeek(): Promise<number> {
  const now = await theClock().now();
  return isoWeek(now).resetsAt.getTime() - now.getTime();
}

async function schedule(world: ProductWorld, name: string, title: string, minutes: number): Promise<void> {
  const from = await theClock().now();
  world.outcome = await world.person(name).driver.setInterval(world.id(title), minutes);
  world.schedule = { set: [from, await theClock().now()], nextAt: null };
}

async function nextRun(world: ProductWorld, name: string, title: string): Promise<number> {
  const shown = await world.person(name).driver.schedule(world.id(title));
  assert(shown, "There is no schedule");
  assert.equal(shown.resting, null);
  return Date.parse(shown.nextAt ?? "");
}

When(
  "{word} lets {string} run every {int} minutes",
  async function (this: ProductWorld, name: string, title: string, minutes: number) {
    await schedule(this, name, title, minutes);
  },
);

Given(
  "{word} has let {string} run every {int} minutes",
  async function (this: ProductWorld, name: string, title: string, minutes: number) {
    await schedule(this, name, title, minutes);
    assert.equal(this.outcome?.ok, true, this.outcome?.said);
  },
);

When("{word} ends the schedule of {string}", async function (this: ProductWorld, name: string, title: string) {
  await schedule(this, name, title, 0);
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

When("{int} minutes pass", async function (this: ProductWorld, minutes: number) {
  await theClock().move(minutes * MINUTE);
});

When("the next week begins", async function (this: ProductWorld) {
  await theClock().move(await untilTheNextWeek());
});

Then(
  "{word} sees that {string} runs next in {int} minutes",
  async function (this: ProductWorld, name: string, title: string, minutes: number) {
    assert(this.schedule, "No schedule was set");
    const { set } = this.schedule;
    const nextAt = await nextRun(this, name, title);
    const [earliest, latest] = set.map((moment) => moment.getTime() + minutes * MINUTE);
    assert(nextAt >= earliest! && nextAt <= latest!, `The next run is shown for ${new Date(nextAt).toISOString()}`);
    this.schedule = { set, nextAt };
  },
);

Then(
  "{word} sees that {string} runs next {int} minutes later",
  async function (this: ProductWorld, name: string, title: string, minutes: number) {
    assert.equal(await nextRun(this, name, title), (this.schedule?.nextAt ?? NaN) + minutes * MINUTE);
  },
);

Then("{word} sees that {string} runs manually only", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.schedule(this.id(title)), null);
});

Then(
  "{word} sees that the schedule of {string} rests: {string}",
  async function (this: ProductWorld, name: string, title: string, why: string) {
    assert.equal((await this.person(name).driver.schedule(this.id(title)))?.resting, why);
  },
);

/** For the first time in its week. */
Then("{string} runs by itself for {word}", async function (this: ProductWorld, title: string, name: string) {
  const { driver } = this.person(name);
  await lookForDueConnections();
  const hasRun = async () =>
    (await driver.usage()).scheduledRuns === 1 && (await driver.runs(this.id(title)))[0] === "succeeded";
  await eventually(hasRun, BY_ITSELF_WITHIN_MS, `${title} did not run by itself`);
});

Then("{string} has not run for {word}", async function (this: ProductWorld, title: string, name: string) {
  assert.deepEqual(await this.person(name).driver.runs(this.id(title)), []);
});
