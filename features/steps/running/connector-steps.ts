import assert from "node:assert/strict";
import { defineParameterType, Given, When } from "@cucumber/cucumber";
import {
  changesAt,
  changesIn,
  keyedAt,
  listAt,
  pagesAt,
  placesAt,
  regionAt,
  sandboxDefinitions,
} from "../../support/product/definitions.ts";
import { theRemoteApi } from "../../support/product/product.ts";
import type { By, ProductWorld } from "../../support/world.ts";

defineParameterType({ name: "disposition", regexp: /added|merged/, transformer: (word: string) => word });

type Publishing = {
  readonly name: string;
  readonly title: string;
  readonly definition: string;
  readonly isPublic?: boolean;
  readonly by?: By;
};

async function publish(
  world: ProductWorld,
  { name, title, definition, isPublic = true, by = "driver" }: Publishing,
): Promise<void> {
  const made = await world.person(name)[by].publishConnector({ title: world.titled(title), definition, isPublic });
  world.outcome = made;
  if (made.ok) world.remember(title, made.id);
}

async function publishWell(world: ProductWorld, publishing: Publishing): Promise<void> {
  await publish(world, publishing);
  assert.equal(world.outcome?.ok, true, world.outcome?.said);
}

function sandbox(what: string): string {
  const definition = sandboxDefinitions[what];
  assert(definition, `The features know nothing of ${what} of the sandbox`);
  return JSON.stringify(definition, null, 2);
}

When(
  "{word} publishes a connector {string} to {sandbox endpoint}",
  async function (this: ProductWorld, name: string, title: string, what: string) {
    await publishWell(this, { name, title, definition: sandbox(what) });
  },
);

When(
  "{word} publishes a private connector {string} to {sandbox endpoint}",
  async function (this: ProductWorld, name: string, title: string, what: string) {
    await publishWell(this, { name, title, definition: sandbox(what), isPublic: false });
  },
);

Given(
  "{word} has published a connector {string} to {sandbox endpoint}",
  async function (this: ProductWorld, name: string, title: string, what: string) {
    await publishWell(this, { name, title, definition: sandbox(what), by: "before" });
  },
);

Given(
  "{word} has published a connector {string} to that API",
  async function (this: ProductWorld, name: string, title: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(listAt(theRemoteApi().url(this.remotePath))),
      by: "before",
    });
  },
);

Given(
  "{word} has published a private connector {string} to that API",
  async function (this: ProductWorld, name: string, title: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(listAt(theRemoteApi().url(this.remotePath))),
      isPublic: false,
      by: "before",
    });
  },
);

Given(
  "{word} has published a connector {string} to the pages of that API",
  async function (this: ProductWorld, name: string, title: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(pagesAt(theRemoteApi().url(this.remotePath))),
      by: "before",
    });
  },
);

Given(
  "{word} has published a connector {string} to the changes of that API",
  async function (this: ProductWorld, name: string, title: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(changesAt(theRemoteApi().url(this.remotePath))),
      by: "before",
    });
  },
);

Given(
  "{word} has published a connector {string} to that API, which asks for the key first",
  async function (this: ProductWorld, name: string, title: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(keyedAt(theRemoteApi().url(this.remotePath))),
      by: "before",
    });
  },
);

Given(
  "{word} has published a connector {string} to that API, which requires a region",
  async function (this: ProductWorld, name: string, title: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(regionAt(theRemoteApi().url(this.remotePath))),
      by: "before",
    });
  },
);

Given(
  "{word} has published a connector {string} to the changes of that API by region, which are {disposition}",
  async function (this: ProductWorld, name: string, title: string, how: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(changesIn(theRemoteApi().url(this.remotePath), how === "merged")),
      by: "before",
    });
  },
);

Given(
  "{word} has published a connector {string} to the places {string} of that API",
  async function (this: ProductWorld, name: string, title: string, places: string) {
    await publishWell(this, {
      name,
      title,
      definition: JSON.stringify(placesAt(theRemoteApi().url(this.remotePath), places.split(", "))),
      by: "before",
    });
  },
);

When(
  "{word} publishes a connector {string} defined as",
  async function (this: ProductWorld, name: string, title: string, definition: string) {
    await publish(this, { name, title, definition });
  },
);

Given("an/the API( that) lists the bridges {string}", function (this: ProductWorld, list: string) {
  theRemoteApi().answer(
    this.remotePath,
    list.split(", ").map((name, at) => ({ id: at + 1, name })),
  );
});

When("the API is gone", function (this: ProductWorld) {
  theRemoteApi().forget(this.remotePath);
});
