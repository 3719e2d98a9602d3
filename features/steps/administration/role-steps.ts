import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import type { RoleName } from "../../support/drivers/administration/administration.ts";
import { theAdmin } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

Given("{word} is an admin and is signed in", async function (this: ProductWorld, name: string) {
  await settleWith(this, name, "admin");
});

Given("{word} is an auditor and is signed in", async function (this: ProductWorld, name: string) {
  await settleWith(this, name, "auditor");
});

async function settleWith(world: ProductWorld, name: string, role: RoleName): Promise<void> {
  await world.settle(name);
  const admin = await theAdmin();
  const found = await admin.get(`/api/admin/users?search=${encodeURIComponent(world.person(name).email)}`);
  const given = await admin.post(`/api/admin/users/${found.json[0].id}/roles`, { role });
  assert.equal(given.status, 200, given.text);
}

When(
  "{word} gives {word} the role {word}",
  async function (this: ProductWorld, name: string, other: string, role: string) {
    this.outcome = await this.person(name).driver.giveRole(this.person(other).email, role as RoleName);
  },
);

When(
  "{word} takes the role {word} from {word}",
  async function (this: ProductWorld, name: string, role: string, other: string) {
    this.outcome = await this.person(name).driver.removeRole(this.person(other).email, role as RoleName);
  },
);

Then("{word} may administer", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.administers(), true);
});

Then("{word} may not administer", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.administers(), false);
});

Then("it is refused", function (this: ProductWorld) {
  assert.equal(this.outcome?.ok, false, "It was not refused");
});
