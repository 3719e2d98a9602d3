import assert from "node:assert/strict";
import { Then, When } from "@cucumber/cucumber";
import { regionAt } from "../../support/product/definitions.ts";
import { theRemoteApi } from "../../support/product/product.ts";
import type { Made } from "../../support/http/answers.ts";
import type { DraftChanges } from "../../support/drivers/authoring/authoring.ts";
import type { ProductWorld } from "../../support/world.ts";

/** The id of what was made. */
function idOf(made: Made): string {
  assert(made.ok, made.said);
  return made.id;
}

async function saveDraft(world: ProductWorld, name: string, changes: DraftChanges): Promise<void> {
  const { ok, said } = await world.person(name).driver.saveDraft(world.draft.id, changes);
  assert(ok, said);
}

async function publishDraft(world: ProductWorld, name: string, title: string): Promise<void> {
  world.remember(title, idOf(await world.person(name).driver.publishDraft(world.draft.id)));
}

async function edit(world: ProductWorld, name: string, title: string): Promise<void> {
  const id = idOf(await world.person(name).driver.editConnector(world.id(title)));
  world.draft = { id, of: name, before: world.draft.id };
}

When("{word} begins to edit {string}", async function (this: ProductWorld, name: string, title: string) {
  await edit(this, name, title);
});

When(
  "{word} saves {string} as the draft's definition",
  async function (this: ProductWorld, name: string, definition: string) {
    await saveDraft(this, name, { definition });
  },
);

When("{word} makes the draft private", async function (this: ProductWorld, name: string) {
  await saveDraft(this, name, { isPublic: false });
});

When("{word} publishes the draft as {string}", async function (this: ProductWorld, name: string, title: string) {
  await publishDraft(this, name, title);
});

When("{word} tries to publish the draft", async function (this: ProductWorld, name: string) {
  this.outcome = await this.person(name).driver.publishDraft(this.draft.id);
});

When("{word} discards the draft", async function (this: ProductWorld, name: string) {
  const { ok, said } = await this.person(name).driver.discardDraft(this.draft.id);
  assert(ok, said);
});

When(
  "{word} publishes {string}, a new version of {string}",
  async function (this: ProductWorld, name: string, title: string, old: string) {
    await edit(this, name, old);
    await publishDraft(this, name, title);
  },
);

When(
  "{word} publishes {string}, a new version of {string} that calls {string}",
  async function (this: ProductWorld, name: string, title: string, old: string, host: string) {
    await edit(this, name, old);
    await saveDraft(this, name, {
      definition: JSON.stringify({
        protocol: "rest",
        auth: { type: "bearer" },
        operations: [{ id: "measurements", url: `https://${host}/measurements` }],
      }),
    });
    await publishDraft(this, name, title);
  },
);

When(
  "{word} publishes {string}, a new version of {string} that requires a region",
  async function (this: ProductWorld, name: string, title: string, old: string) {
    await edit(this, name, old);
    await saveDraft(this, name, { definition: JSON.stringify(regionAt(theRemoteApi().url(this.remotePath))) });
    await publishDraft(this, name, title);
  },
);

When("{word} takes {string} out of use", async function (this: ProductWorld, name: string, title: string) {
  const { ok, said } = await this.person(name).driver.deactivate(this.id(title));
  assert(ok, said);
});

When("{word} deletes the connector {string}", async function (this: ProductWorld, name: string, title: string) {
  const { ok, said } = await this.person(name).driver.deleteConnector(this.id(title));
  assert(ok, said);
});

When("{word} moves to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.move(this.id(title), null);
});

When(
  "{word} moves to {string} and enters the key {string}",
  async function (this: ProductWorld, name: string, title: string, token: string) {
    this.outcome = await this.person(name).driver.move(this.id(title), { token });
  },
);

When(
  "{word} moves to {string} with {string} as the region",
  async function (this: ProductWorld, name: string, title: string, region: string) {
    this.outcome = await this.person(name).driver.move(this.id(title), null, { region });
  },
);

Then(
  "{word} is connected to version {int} of {string}",
  async function (this: ProductWorld, name: string, version: number, title: string) {
    assert.equal(await this.person(name).driver.connectedVersion(this.id(title)), version);
  },
);

Then(
  "{word} sees the versions {string} of {string}",
  async function (this: ProductWorld, name: string, versions: string, title: string) {
    assert.deepEqual(await this.person(name).driver.versions(this.id(title)), versions.split(", "));
  },
);

Then(
  "{word} is told what changed in {string}: {string}",
  async function (this: ProductWorld, name: string, title: string, changes: string) {
    assert.deepEqual(await this.person(name).driver.changes(this.id(title)), changes.split(", "));
  },
);

Then(
  "a visitor is told what changed in {string}: {string}",
  async function (this: ProductWorld, title: string, changes: string) {
    assert.deepEqual(await this.person("Visitor").driver.changes(this.id(title)), changes.split(", "));
  },
);

Then("it is the same draft", function (this: ProductWorld) {
  assert.equal(this.draft.id, this.draft.before);
});

Then("it is another draft", function (this: ProductWorld) {
  assert.notEqual(this.draft.id, this.draft.before);
});

Then("{word} sees no such draft", async function (this: ProductWorld, name: string) {
  assert.equal(await this.person(name).driver.seesDraft(this.draft.id), false);
});

Then("a visitor sees no such draft", async function (this: ProductWorld) {
  assert.equal(await this.person("Visitor").driver.seesDraft(this.draft.id), false);
});

Then("{word} cannot edit {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal((await this.person(name).driver.editConnector(this.id(title))).ok, false);
});

Then("{word} cannot connect to {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal((await this.person(name).driver.connect(this.id(title), {})).ok, false);
});
