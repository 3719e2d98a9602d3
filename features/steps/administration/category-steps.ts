import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

When("{word} adds the category {string}", async function (this: ProductWorld, name: string, category: string) {
  this.outcome = await this.person(name).driver.addCategory(this.titled(category));
});

When(
  "{word} renames the category {string} to {string}",
  async function (this: ProductWorld, name: string, category: string, to: string) {
    this.outcome = await this.person(name).driver.renameCategory(this.titled(category), this.titled(to));
  },
);

When("{word} removes the category {string}", async function (this: ProductWorld, name: string, category: string) {
  this.outcome = await this.person(name).driver.removeCategory(this.titled(category));
});

Then("{word} can choose the category {string}", async function (this: ProductWorld, name: string, category: string) {
  const offered = await this.person(name).driver.categories();
  assert(offered.includes(this.titled(category)), offered.join(", "));
});

Then("{word} cannot choose the category {string}", async function (this: ProductWorld, name: string, category: string) {
  const offered = await this.person(name).driver.categories();
  assert(!offered.includes(this.titled(category)), offered.join(", "));
});
