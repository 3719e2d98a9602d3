import assert from "node:assert/strict";
import { Then } from "@cucumber/cucumber";
import type { ProductWorld } from "../support/world.ts";

Then("it is refused with {string}", function (this: ProductWorld, sentence: string) {
  assert.equal(this.outcome?.ok, false, "It was not refused");
  assert(this.outcome.said.includes(sentence), `The product said: ${this.outcome.said}`);
});

Then("it succeeds", function (this: ProductWorld) {
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});
