import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { suggestSlug } from "#domain/post/slug.ts";
import type { Post } from "../../support/drivers/blog.ts";
import { theAdmin } from "../../support/product/product.ts";
import type { By, ProductWorld } from "../../support/world.ts";

/** The post with this title in this scenario. */
function postOf(world: ProductWorld, title: string, more: Partial<Post> = {}): Post {
  const whole = world.titled(title);
  return { title: whole, slug: suggestSlug(whole), type: "update", content: `<p>${title}</p>`, ...more };
}

const slugOf = (world: ProductWorld, title: string) => postOf(world, title).slug;

async function publish(world: ProductWorld, name: string, by: By, post: Post): Promise<void> {
  world.outcome = await world.person(name)[by].publishPost(post);
}

// Admins count as editors.
Given("{word} is an editor and is signed in", async function (this: ProductWorld, name: string) {
  await this.continueAs(name, await theAdmin());
});

When(
  "{word} publishes the post {string} of the type {string}",
  async function (this: ProductWorld, name: string, title: string, type: string, content: string) {
    await publish(this, name, "driver", postOf(this, title, { type: type as Post["type"], content }));
  },
);

Given("{word} has published the post {string}", async function (this: ProductWorld, name: string, title: string) {
  await publish(this, name, "before", postOf(this, title));
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

When(
  "{word} publishes another post with the slug of {string}",
  async function (this: ProductWorld, name: string, title: string) {
    await publish(this, name, "driver", postOf(this, "Another", { slug: slugOf(this, title) }));
  },
);

Then("it succeeds with {string}", function (this: ProductWorld, sentence: string) {
  assert.deepEqual(this.outcome, { ok: true, said: sentence });
});

Then(
  "a visitor reads {string} in the post {string}",
  async function (this: ProductWorld, words: string, title: string) {
    assert((await this.person("Visitor").driver.readPost(slugOf(this, title)))?.includes(words));
  },
);

Then(
  "a visitor does not read {string} in the post {string}",
  async function (this: ProductWorld, words: string, title: string) {
    assert.equal((await this.person("Visitor").driver.readPost(slugOf(this, title)))?.includes(words), false);
  },
);

async function found(world: ProductWorld, words: string, type: Post["type"] | null, title: string): Promise<boolean> {
  return (await world.person("Visitor").driver.searchBlog(words, type)).includes(world.titled(title));
}

Then("a search of the blog for {string} finds {string}", async function (this: ProductWorld, words: string, title) {
  assert.equal(await found(this, words, null, title), true);
});

Then(
  "a search of the blog for {string} does not find {string}",
  async function (this: ProductWorld, words: string, title: string) {
    assert.equal(await found(this, words, null, title), false);
  },
);

Then(
  "a search of the blog for {string} of the type {string} does not find {string}",
  async function (this: ProductWorld, words: string, type: string, title: string) {
    assert.equal(await found(this, words, null, title), true);
    assert.equal(await found(this, words, type as Post["type"], title), false);
  },
);

When("{word} likes the post {string}", async function (this: ProductWorld, name: string, title: string) {
  await this.person(name).driver.pressLike(slugOf(this, title));
});

When(
  "{word} takes back the like of the post {string}",
  async function (this: ProductWorld, name: string, title: string) {
    await this.person(name).driver.pressLike(slugOf(this, title));
  },
);

Then("the post {string} has {int} like(s)", async function (this: ProductWorld, title: string, likes: number) {
  assert.equal(await this.person("Visitor").driver.likesOf(slugOf(this, title)), likes);
});

Then("{word} may write posts", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.mayWritePosts(), true);
});

Then("{word} may not write posts", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.mayWritePosts(), false);
});

Then("{word} sees the post {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.notEqual(await this.person(name).driver.readPost(slugOf(this, title)), null);
});

Then("{word} does not see the post {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.readPost(slugOf(this, title)), null);
});
