import assert from "node:assert/strict";
import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import {
  changesAt,
  changesIn,
  keyedAt,
  listAt,
  pagesAt,
  placesAt,
  regionAt,
  SANDBOX_KEY,
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

async function connect(
  world: ProductWorld,
  name: string,
  title: string,
  secrets: Record<string, string> = {},
  settings?: Record<string, string>,
): Promise<void> {
  const { ok, said } = await world.person(name).driver.connect(world.id(title), secrets, settings);
  assert(ok, said);
}

async function run(world: ProductWorld, name: string, title: string, by: By = "driver"): Promise<void> {
  const { succeeded, said } = await world.person(name)[by].run(world.id(title));
  world.outcome = { ok: succeeded, said };
}

function sandbox(what: string): string {
  const definition = sandboxDefinitions[what];
  assert(definition, `The features know nothing of ${what} of the sandbox`);
  return JSON.stringify(definition, null, 2);
}

function names(list: string): string[] {
  return list.split(", ");
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
      definition: JSON.stringify(placesAt(theRemoteApi().url(this.remotePath), names(places))),
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
    names(list).map((name, at) => ({ id: at + 1, name })),
  );
});

When("the API is gone", function (this: ProductWorld) {
  theRemoteApi().forget(this.remotePath);
});

Given("{word} is connected to {string}", async function (this: ProductWorld, name: string, title: string) {
  await connect(this, name, title);
});

Given(
  "{word} is connected to {string} with {string} as the region",
  async function (this: ProductWorld, name: string, title: string, region: string) {
    await connect(this, name, title, {}, { region });
  },
);

When("{word} connects to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.connect(this.id(title), {});
});

Given("{word} is connected to {string} with its key", async function (this: ProductWorld, name: string, title: string) {
  await connect(this, name, title, { token: SANDBOX_KEY });
});

Given(
  "{word} is connected to {string} with the key {string}",
  async function (this: ProductWorld, name: string, title: string, token: string) {
    await connect(this, name, title, { token });
  },
);

Given("{word} has run {string}", async function (this: ProductWorld, name: string, title: string) {
  await run(this, name, title, "before");
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

Given(
  "{word} has run {string} {int} times",
  async function (this: ProductWorld, name: string, title: string, times: number) {
    for (let done = 0; done < times; done += 1) {
      await run(this, name, title, "before");
      assert.equal(this.outcome?.ok, true, this.outcome?.said);
    }
  },
);

When("{word} runs {string}", async function (this: ProductWorld, name: string, title: string) {
  await run(this, name, title);
});

When("{word} removes the connection to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.disconnect(this.id(title));
  assert.equal(this.outcome.ok, true, this.outcome.said);
});

Then("the run succeeds", function (this: ProductWorld) {
  assert.equal(this.outcome?.ok, true, this.outcome?.said);
});

Then("the run fails with {string}", function (this: ProductWorld, words: string) {
  assert.equal(this.outcome?.ok, false, "The run succeeded");
  assert(this.outcome.said.includes(words), `The product said: ${this.outcome.said}`);
});

Then(
  "{word}'s table of {string} has {int} rows",
  async function (this: ProductWorld, name: string, title: string, rows: number) {
    const table = await this.person(name).driver.output(this.id(title));
    assert(table, "There is no table");
    assert.equal(table.total, rows);
    this.table = table;
  },
);

Then(
  "{word}'s table of {string} lists {string}",
  async function (this: ProductWorld, name: string, title: string, list: string) {
    const table = await this.person(name).driver.output(this.id(title));
    assert.deepEqual(table?.rows.map((row) => row["name"]).toSorted(), names(list).toSorted());
  },
);

Then("{word} has no table of {string}", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await this.person(name).driver.output(this.id(title)), null);
});

Given(
  "{word} is connected to {string} on the server {string}",
  async function (this: ProductWorld, name: string, title: string, server: string) {
    await connect(this, name, title, { token: SANDBOX_KEY }, { server });
  },
);

When(
  "{word} changes the server of {string} to {string}",
  async function (this: ProductWorld, name: string, title: string, server: string) {
    this.outcome = await this.person(name).driver.changeServer(this.id(title), server, null);
  },
);

When(
  "{word} agrees to the server {string} for {string} and enters the key {string}",
  async function (this: ProductWorld, name: string, server: string, title: string, key: string) {
    this.outcome = await this.person(name).driver.changeServer(this.id(title), server, key);
  },
);

Then(
  "{word}'s connection to {string} calls {string}",
  async function (this: ProductWorld, name: string, title: string, host: string) {
    assert.equal(await this.person(name).driver.calledHost(this.id(title)), host);
  },
);
