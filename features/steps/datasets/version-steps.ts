import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

async function upload(world: ProductWorld, name: string, title: string, csv: string, mayChangeColumns: boolean) {
  world.outcome = await world.person(name).driver.uploadVersion(world.id(title), { csv, mayChangeColumns });
}

When(
  "{word} uploads a new version of {string}",
  async function (this: ProductWorld, name: string, title: string, csv: string) {
    await upload(this, name, title, csv, false);
  },
);

When(
  "{word} uploads a new version of {string} with other columns",
  async function (this: ProductWorld, name: string, title: string, csv: string) {
    await upload(this, name, title, csv, true);
    assert.equal(this.outcome?.ok, true, this.outcome?.said);
  },
);

Then(
  "{word} sees version {int} of {string}",
  async function (this: ProductWorld, name: string, version: number, title: string) {
    assert.equal(await this.person(name).driver.versionShown(this.id(title)), version);
  },
);

When("{word} takes the new columns of {string}", async function (this: ProductWorld, name: string, title: string) {
  await this.person(name).driver.takeNewColumns(this.id(title));
});
