import { Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

When(
  "{word} takes down {string} because {string}",
  async function (this: ProductWorld, name: string, title: string, reason: string) {
    this.outcome = await this.person(name).driver.takeDown(this.id(title), reason);
  },
);

When("{word} restores {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.restore(this.id(title), this.titled(title));
});

Then("{word} is told by mail {string}", async function (this: ProductWorld, name: string, words: string) {
  await this.mailSaying(name, words);
});
