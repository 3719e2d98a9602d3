import assert from "node:assert/strict";
import { Given, When } from "@cucumber/cucumber";
import { CLIENT } from "#testing/servers/sign-in-api.ts";
import { theSignInApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

Given("an API where people sign in on its own page", function () {
  Object.assign(theSignInApi().mood, { deny: false, endBefore: 0 });
});

Given(
  "{word} has published a connector {string} to that API, for people who sign in",
  async function (this: ProductWorld, name: string, title: string) {
    const made = await this.person(name).before.publishConnector({
      title: this.titled(title),
      definition: JSON.stringify(theSignInApi().definition()),
      isPublic: true,
    });
    assert(made.ok, made.said);
    this.remember(title, made.id);
  },
);

Given(
  "{word} is connected to {string} as his app at that API",
  async function (this: ProductWorld, name: string, title: string) {
    const { ok, said } = await this.person(name).driver.connect(this.id(title), {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
    });
    assert(ok, said);
  },
);

async function signIn(world: ProductWorld, name: string, title: string): Promise<void> {
  world.outcome = await world.person(name).driver.signInToApi(world.id(title));
}

Given("{word} has signed in to the API of {string}", async function (this: ProductWorld, name: string, title: string) {
  await signIn(this, name, title);
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

When("{word} signs in to the API of {string}", async function (this: ProductWorld, name: string, title: string) {
  await signIn(this, name, title);
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

When(
  "{word} does not allow it at the API of {string}",
  async function (this: ProductWorld, name: string, title: string) {
    theSignInApi().mood.deny = true;
    await signIn(this, name, title);
  },
);

When("the API ends its sign-ins after the first page", function () {
  theSignInApi().mood.endBefore = 2;
});
