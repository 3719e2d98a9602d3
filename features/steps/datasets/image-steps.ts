import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

/** Three by two pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";

async function setImage(world: ProductWorld, name: string, title: string, bytes: Buffer): Promise<void> {
  const image = { fileName: "picture.png", bytes: Uint8Array.from(bytes) };
  world.outcome = await world.person(name).driver.setImage(world.id(title), image);
}

When("{word} gives {string} an image", async function (this: ProductWorld, name: string, title: string) {
  await setImage(this, name, title, Buffer.from(PNG, "base64"));
});

When("{word} gives {string} a text as its image", async function (this: ProductWorld, name: string, title: string) {
  await setImage(this, name, title, Buffer.from("This is a text."));
});

When("{word} takes the image of {string} away", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.removeImage(this.id(title));
});

Then("{word} sees the image of {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.seesImage(this.id(title)), true);
});

Then("{word} does not see the image of {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.seesImage(this.id(title)), false);
});
