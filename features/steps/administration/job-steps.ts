import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { eventually } from "#testing/eventually.ts";
import { jobThatFailed } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

/** The job that a scenario is about. */
const JOB = "a failed job";

Given("a job has failed with {string}", async function (this: ProductWorld, error: string) {
  this.remember(JOB, await jobThatFailed(this.titled(error)));
});

Then("{word} reads that a job failed with {string}", async function (this: ProductWorld, name: string, error: string) {
  assert((await this.person(name).driver.failedJobs())?.includes(this.titled(error)));
});

Then(
  "{word} does not read that a job failed with {string}",
  async function (this: ProductWorld, name: string, error: string) {
    const { driver } = this.person(name);
    await eventually(async () => (await driver.failedJobs())?.includes(this.titled(error)) === false);
  },
);

When("{word} removes this job", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.removeJob(this.id(JOB));
});

When("{word} starts this job again", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.retryJob(this.id(JOB));
});

Then("{word} does not see the jobs", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.failedJobs(), null);
});
