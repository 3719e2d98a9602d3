import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

function assertSucceeded(world: ProductWorld): void {
  assert.equal(world.outcome?.ok, true, world.outcome?.said);
}

Given(
  "{word} has uploaded the dataset {string} on request",
  async function (this: ProductWorld, name: string, title: string) {
    const csv = ["station,level", ...Array.from({ length: 12 }, (_, at) => `Station ${at + 1},${at}`)].join("\n");
    const made = await this.person(name).before.uploadDataset({
      ...{ title: this.titled(title), fileName: "table.csv", csv },
      isPublic: true,
      onRequest: true,
    });
    this.outcome = made;
    assertSucceeded(this);
    if (made.ok) this.remember(title, made.id);
  },
);

When(
  "{word} asks for access to {string}: {string}",
  async function (this: ProductWorld, name: string, title: string, reason: string) {
    this.outcome = await this.person(name).driver.requestAccess(this.id(title), reason);
  },
);

When("{word} withdraws the request for {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.withdrawRequest(this.id(title));
  assertSucceeded(this);
});

When(
  "{word} approves {word}'s request for {string} until {string}",
  async function (this: ProductWorld, name: string, other: string, title: string, until: string) {
    this.outcome = await this.person(name).driver.approveRequest(this.id(title), this.person(other).email, until);
  },
);

When(
  "{word} refuses {word}'s request for {string}: {string}",
  async function (this: ProductWorld, name: string, other: string, title: string, note: string) {
    this.outcome = await this.person(name).driver.refuseRequest(this.id(title), this.person(other).email, note);
    assertSucceeded(this);
  },
);

Then(
  "{word} reads the request for {string}: {string}",
  async function (this: ProductWorld, name: string, title: string, reason: string) {
    assert.deepEqual(await this.person(name).driver.reasonsOf(this.id(title)), [reason]);
  },
);

Then("{word} reads no request for {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.deepEqual(await this.person(name).driver.reasonsOf(this.id(title)), []);
});

Then("{word}'s request for {string} is open", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.requestState(this.id(title)), "open");
});

Then("{word}'s request for {string} is refused", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.requestState(this.id(title)), "refused");
});
