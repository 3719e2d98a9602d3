import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

function serve(this: ProductWorld, path: string, csv: string): void {
  theRemoteApi().serve(path, `${csv}\n`);
}

Given("the file {string} at an address", serve);
When("the file {string} becomes", serve);

When(
  "{word} publishes the dataset {string} from the address {string}",
  async function (this: ProductWorld, name: string, title: string, path: string) {
    const url = theRemoteApi().url(path);
    const made = await this.person(name).driver.publishFrom({ title: this.titled(title), url });
    assert.equal(made.ok, true, made.said);
    if (made.ok) this.remember(title, made.id);
  },
);

When("{word} refreshes {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.refresh(this.id(title));
});

When(
  "{word} has {string} refreshed every {int} hours",
  async function (this: ProductWorld, name: string, title: string, hours: number) {
    this.outcome = await this.person(name).driver.refreshEvery(this.id(title), hours);
  },
);

Then(
  "{word} is shown the address {string} of {string}",
  async function (this: ProductWorld, name: string, path: string, title: string) {
    const shown = await this.person(name).driver.addressShown(this.id(title));
    assert.equal(shown, theRemoteApi().url(path));
  },
);

Then("{word} is shown no address of {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.addressShown(this.id(title)), null);
});
