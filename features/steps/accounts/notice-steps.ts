import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import type { ProductWorld } from "../../support/world.ts";

async function about(world: ProductWorld, name: string, words: string, title: string) {
  const notices = await world.person(name).driver.notices();
  return notices.filter(({ text }) => text.includes(words) && text.includes(world.titled(title)));
}

Then(
  "{word} has an unread notice: {string} {string}",
  async function (this: ProductWorld, name: string, words: string, title: string) {
    assert.deepEqual(
      (await about(this, name, words, title)).map(({ isRead }) => isRead),
      [false],
    );
  },
);

Then(
  "{word} has no notice: {string} {string}",
  async function (this: ProductWorld, name: string, words: string, title: string) {
    assert.deepEqual(await about(this, name, words, title), []);
  },
);

When("{word} marks all notices as read", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.readAllNotices();
  assert.equal(this.outcome.ok, true, this.outcome.said);
});

Then("{word} has no unread notice", async function (this: ProductWorld, name: string) {
  const notices = await this.person(name).driver.notices();
  assert.deepEqual(
    notices.filter(({ isRead }) => !isRead),
    [],
  );
});

When("{word} mutes notices about access", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.muteAccessNotices();
  assert.equal(this.outcome.ok, true, this.outcome.said);
});
