import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import { Webhook } from "standardwebhooks";
import { eventually } from "#testing/eventually.ts";
import { theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

/** The webhook of a scenario: the path of its program, and its secret. */
const made = new WeakMap<ProductWorld, { readonly path: string; readonly secret: string }>();
let paths = 0;

/** The deliveries of a kind that the program has got, each checked. */
function genuine(world: ProductWorld, type: string): readonly { readonly id: string }[] {
  const webhook = made.get(world);
  assert(webhook, "There is no webhook");
  return theRemoteApi()
    .received(webhook.path)
    .map(({ headers, body }) => new Webhook(webhook.secret).verify(body, headers) as { id: string; type: string })
    .filter((event) => event.type === type);
}

When("{word} makes a webhook for new versions", async function (this: ProductWorld, name: string) {
  const path = `/webhook-${(paths += 1)}`;
  theRemoteApi().answer(path, []);
  const secret = await this.person(name).driver.createWebhook(theRemoteApi().url(path));
  made.set(this, { path, secret });
});

When("{word} sends a test to the webhook", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.testWebhook();
});

When("{word} sends the last delivery again", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.repeatWebhookDelivery();
});

Then("the program of {word} gets a genuine {string}", async function (this: ProductWorld, _name: string, type: string) {
  await eventually(async () => genuine(this, type).length > 0 || null, 20_000, `No ${type} came`);
});

Then(
  "the program of {word} gets the same {string} twice",
  async function (this: ProductWorld, _name: string, type: string) {
    await eventually(async () => genuine(this, type).length === 2 || null, 20_000, `${type} did not come again`);
    assert.equal(new Set(genuine(this, type).map(({ id }) => id)).size, 1);
  },
);

Then(
  "{word} sees that {int} delivery/deliveries has/have arrived",
  async function (this: ProductWorld, name: string, count: number) {
    const { driver } = this.person(name);
    const arrived = async () => (await driver.webhookDeliveries()).filter((status) => status === "Delivered").length;
    await eventually(
      async () => (await arrived()) === count || null,
      20_000,
      "The delivery is not listed as delivered",
    );
  },
);
