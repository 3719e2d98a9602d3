import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { Ajv2020 } from "ajv/dist/2020.js";
import { sandboxDefinitions } from "../../support/product/definitions.ts";
import type { DraftSeen } from "../../support/drivers/authoring/authoring.ts";
import { theProduct, theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

async function startFrom(
  world: ProductWorld,
  name: string,
  source: string,
  operations: readonly string[] | null,
): Promise<void> {
  const made = await world
    .person(name)
    .driver.startFrom(source.replaceAll("{the API}", theRemoteApi().url(world.remotePath)), operations);
  world.outcome = made;
  if (made.ok) world.draft = { id: made.id, of: name, before: world.draft.id };
}

/** The draft that was opened last, as its author sees it. */
async function draftOf(world: ProductWorld): Promise<DraftSeen> {
  assert(world.outcome?.ok !== false, world.outcome?.said);
  return world.person(world.draft.of).driver.draft(world.draft.id);
}

async function assertNoted(world: ProductWorld, place: string, words: string): Promise<void> {
  const { notes } = await draftOf(world);
  assert(
    notes.some((note) => note.place.includes(place) && note.message.includes(words)),
    `These are the notes: ${JSON.stringify(notes)}`,
  );
}

async function validate(world: ProductWorld, definition: unknown): Promise<boolean> {
  assert(world.schema, "The schema was not read");
  return new Ajv2020({ strict: false }).validate(world.schema, definition);
}

Given(
  "an/the API( that) lists the bridges {string} at {string}",
  function (this: ProductWorld, list: string, path: string) {
    theRemoteApi().answer(
      `${this.remotePath}${path}`,
      list.split(", ").map((name, at) => ({ id: at + 1, name })),
    );
  },
);

Given("the API asks for the key {string}", function (this: ProductWorld, key: string) {
  theRemoteApi().lock(this.remotePath, key);
});

Given(
  "{word} is connected to {string} with the API key {string}",
  async function (this: ProductWorld, name: string, title: string, key: string) {
    const { ok, said } = await this.person(name).driver.connect(this.id(title), { api_key: key });
    assert(ok, said);
  },
);

When("{word} starts a connector from a curl command", async function (this: ProductWorld, name: string, line: string) {
  await startFrom(this, name, line, null);
});

When(
  /^(\w+) starts a connector from "([^"]*)" of (?:an OpenAPI document|a manifest)$/,
  async function (this: ProductWorld, name: string, operation: string, document: string) {
    await startFrom(this, name, document, [operation]);
  },
);

When(
  "{word} writes {string} in place of {string} and publishes again as {string}",
  async function (this: ProductWorld, name: string, right: string, wrong: string, title: string) {
    const made = await this.person(name).driver.mendAndPublish(wrong, right);
    assert(made.ok, made.said);
    this.remember(title, made.id);
  },
);

When(
  "{word} keeps {string} as a draft, defined as",
  async function (this: ProductWorld, name: string, title: string, definition: string) {
    const made = await this.person(name).driver.saveNewDraft({ title: this.titled(title), definition });
    assert(made.ok, made.said);
    this.outcome = made;
    this.draft = { id: made.id, of: name, before: this.draft.id };
  },
);

When(
  "{word} writes {string} in place of {string} in the draft and tries to publish it again",
  async function (this: ProductWorld, name: string, right: string, wrong: string) {
    this.outcome = await this.person(name).driver.mendDraftAndPublish(this.draft.id, wrong, right);
  },
);

When(
  "{word} writes {string} in place of {string} in the draft and publishes it again as {string}",
  async function (this: ProductWorld, name: string, right: string, wrong: string, title: string) {
    const made = await this.person(name).driver.mendDraftAndPublish(this.draft.id, wrong, right);
    assert(made.ok, made.said);
    this.outcome = made;
    this.remember(title, made.id);
  },
);

When("a program reads the schema of the connector language", async function (this: ProductWorld) {
  const { status, json } = await theProduct().call("GET", "/schemas/connector.json");
  assert.equal(status, 200);
  this.schema = json as object;
});

Then("it is noted of {string} that {string}", async function (this: ProductWorld, place: string, words: string) {
  await assertNoted(this, place, words);
});

Then(
  "the draft still notes of {string} that {string}",
  async function (this: ProductWorld, place: string, words: string) {
    await assertNoted(this, place, words);
  },
);

Then("nothing of the draft shows {string}", async function (this: ProductWorld, secret: string) {
  assert(!(await draftOf(this)).shown.includes(secret));
});

Then("the draft calls {string} and nothing else", async function (this: ProductWorld, urls: string) {
  const { operations } = JSON.parse((await draftOf(this)).definition) as { operations: readonly { url: string }[] };
  assert.deepEqual(
    operations.map((operation) => operation.url),
    urls.split(", "),
  );
});

Then("the draft's definition still is {string}", async function (this: ProductWorld, definition: string) {
  const seen = await this.person(this.draft.of).driver.draft(this.draft.id);
  assert.deepEqual(JSON.parse(seen.definition), JSON.parse(definition));
});

Then("the schema takes {sandbox endpoint}", async function (this: ProductWorld, what: string) {
  assert.equal(await validate(this, sandboxDefinitions[what]), true);
});

Then("the schema does not take {string}", async function (this: ProductWorld, definition: string) {
  assert.equal(await validate(this, JSON.parse(definition)), false);
});
