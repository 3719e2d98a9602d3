import assert from "node:assert/strict";
import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { eventually } from "#testing/eventually.ts";
import { SANDBOX_KEY } from "../../support/product/definitions.ts";
import { theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

defineParameterType({
  name: "restart",
  regexp: /add all rows again|replace its table/,
  transformer: (words: string) => (words.startsWith("add") ? "add" : "replace"),
});

const bridges = (list: string) => list.split(", ").map((name) => ({ id: name, name }));
const page = (world: ProductWorld, number: number) => `${world.remotePath}?page=${number}`;

Given("an/the API( that) lists the bridges {string} on its only page", function (this: ProductWorld, list: string) {
  theRemoteApi().answer(page(this, 1), bridges(list));
  theRemoteApi().answer(page(this, 2), []);
});

Given(
  "an/the API( that) lists the bridges {string} and takes its time for a second page",
  function (this: ProductWorld, list: string) {
    theRemoteApi().answer(page(this, 1), bridges(list));
    theRemoteApi().holdBack(page(this, 2));
  },
);

When("the API has no second page", function (this: ProductWorld) {
  theRemoteApi().answer(page(this, 2), []);
});

Given(
  "an/the API( that) lists the changes since {string}: {string} on {string}",
  function (this: ProductWorld, since: string, list: string, changed: string) {
    theRemoteApi().answer(
      `${this.remotePath}?since=${since}`,
      bridges(list).map((bridge) => ({ ...bridge, changed })),
    );
  },
);

Given(
  "an/the API( that) lists the bridges {string} of the region {string}",
  function (this: ProductWorld, list: string, region: string) {
    theRemoteApi().answer(`${this.remotePath}?region=${region}`, bridges(list));
  },
);

Given(
  "an/the API( that) lists the bridges {string} of the place {string}",
  function (this: ProductWorld, list: string, place: string) {
    theRemoteApi().answer(`${this.remotePath}/${place}`, bridges(list));
  },
);

Given(
  "an/the API( that) lists {string} as changed in the region {string} since {string}",
  function (this: ProductWorld, list: string, region: string, since: string) {
    theRemoteApi().answer(
      `${this.remotePath}?region=${region}&since=${since}`,
      bridges(list).map((bridge) => ({ ...bridge, changed: "2026-02-01" })),
    );
  },
);

When(
  "{word} saves {string} as the region of {string}",
  async function (this: ProductWorld, name: string, region: string, title: string) {
    this.outcome = await this.person(name).driver.saveSettings(this.id(title), { region });
  },
);

Given(
  "{word} lets each run of {string} keep the rows of the one before",
  async function (this: ProductWorld, name: string, title: string) {
    const { ok, said } = await this.person(name).driver.keepRows(this.id(title));
    assert(ok, said);
  },
);

When("{word} runs {string} once without its region", async function (this: ProductWorld, name: string, title: string) {
  const { succeeded, said } = await this.person(name).driver.runWithout(this.id(title), "region");
  this.outcome = { ok: succeeded, said };
});

When(
  "{word} lets {string} {restart}",
  async function (this: ProductWorld, name: string, title: string, how: "add" | "replace") {
    const { succeeded, said } = await this.person(name).driver.restart(this.id(title), how);
    this.outcome = { ok: succeeded, said };
  },
);

Then(
  "{word} is asked what is to become of the table of {string}",
  async function (this: ProductWorld, name: string, title: string) {
    assert.equal(await this.person(name).driver.isAskedToRestart(this.id(title)), true);
  },
);

Then(
  "{word} is not asked what is to become of the table of {string}",
  async function (this: ProductWorld, name: string, title: string) {
    assert.equal(await this.person(name).driver.isAskedToRestart(this.id(title)), false);
  },
);

Then("the run succeeds and warns {string}", function (this: ProductWorld, words: string) {
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
  assert(this.outcome.said.includes(words), `The product said: ${this.outcome.said}`);
});

When("{word} starts a run of {string}", async function (this: ProductWorld, name: string, title: string) {
  const { ok, said } = await this.person(name).driver.startRun(this.id(title));
  assert(ok, said);
});

When("{word} cancels the run of {string}", async function (this: ProductWorld, name: string, title: string) {
  const { ok, said } = await this.person(name).driver.cancelRun(this.id(title));
  assert(ok, said);
});

Then(
  "{word} sees the run of {string} at {int} rows",
  async function (this: ProductWorld, name: string, title: string, rows: number) {
    await eventually(
      async () => (await this.person(name).driver.rowsSoFar(this.id(title))) === rows,
      20_000,
      `The run was not shown at ${rows} rows`,
    );
  },
);

Then("{word} sees no run of {string} going on", async function (this: ProductWorld, name: string, title: string) {
  await eventually(
    async () => (await this.person(name).driver.rowsSoFar(this.id(title))) === null,
    20_000,
    "A run was shown as going on",
  );
});

Then(
  "{word}'s runs of {string}, newest first, have {string}",
  async function (this: ProductWorld, name: string, title: string, list: string) {
    assert.deepEqual(await this.person(name).driver.runs(this.id(title)), list.split(", "));
  },
);

Then(
  "{word} can look at the {int} requests of the last run of {string}, without the key",
  async function (this: ProductWorld, name: string, count: number, title: string) {
    const requests = await this.person(name).driver.requests(this.id(title));
    assert.equal(requests.length, count);
    assert(
      requests.every((request) => request.includes("/v1/measurements") && request.includes("200")),
      requests.join("\n"),
    );
    assert(!requests.some((request) => request.includes(SANDBOX_KEY)), "A request shows the key");
  },
);

Then(
  "{word} sees that the run of {string} came to {int} rows",
  async function (this: ProductWorld, name: string, title: string, rows: number) {
    await eventually(
      async () => (await this.person(name).driver.cameTo(this.id(title))) === rows,
      20_000,
      `The run was not shown to have come to ${rows} rows`,
    );
  },
);

Then(
  "{word} gets a mail about failing runs of {string}",
  async function (this: ProductWorld, name: string, title: string) {
    await this.mailSaying(name, `your connection to “${this.titled(title)}” at Tributary has failed 3 times in a row`);
  },
);
