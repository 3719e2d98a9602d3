import assert from "node:assert/strict";
import { type DataTable, defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { theProduct } from "../../support/product/product.ts";
import { type Format, readInExcel, readTable, tablesOf } from "../../support/product/program.ts";
import type { ProductWorld } from "../../support/world.ts";

defineParameterType({ name: "format", regexp: /csv|json|ndjson/, transformer: (format: string) => format as Format });

async function makeKey(world: ProductWorld, name: string): Promise<void> {
  world.keys.set(name, [...world.keysOf(name), await world.person(name).driver.makeKey()]);
}

/** How a program names a table: by its name in the key's list, or by its id if the key does not open it. */
async function tableOf(world: ProductWorld, title: string, key: string): Promise<string> {
  return (await tablesOf(theProduct(), key))?.get(world.titled(title)) ?? world.id(title);
}

async function readWith(
  world: ProductWorld,
  { title, format, name }: { title: string; format: Format; name: string },
): Promise<void> {
  const key = world.keysOf(name).at(-1) ?? "";
  world.read = await readTable(theProduct(), { table: await tableOf(world, title, key), format, key });
}

Given("{word} has made a key", async function (this: ProductWorld, name: string) {
  await makeKey(this, name);
});

When("{word} makes a/another key", async function (this: ProductWorld, name: string) {
  await makeKey(this, name);
});

When(
  "a program reads {string} as {format} with {word}'s key",
  async function (this: ProductWorld, title: string, format: Format, name: string) {
    await readWith(this, { title, format, name });
  },
);

When("{word} makes a key for {string} alone", async function (this: ProductWorld, name: string, title: string) {
  const { driver } = this.person(name);
  const key = await driver.makeTableKey(await tableOf(this, title, await driver.makeSpreadsheetToken()));
  this.keys.set(name, [...this.keysOf(name), key]);
});

When(
  "{word} checks {string} for {word}",
  async function (this: ProductWorld, name: string, title: string, tool: string) {
    const { driver } = this.person(name);
    this.checked = await driver.checkTool(await tableOf(this, title, await driver.makeSpreadsheetToken()), tool);
  },
);

Then("all {int} rows arrive", function (this: ProductWorld, rows: number) {
  assert.match(this.checked ?? "", new RegExp(`^All ${rows} rows arrived in [\\d,]+ ms\\.$`));
});

When("{word}'s Excel reads {string}", async function (this: ProductWorld, name: string, title: string) {
  const token = await this.person(name).driver.makeSpreadsheetToken();
  this.read = await readInExcel(theProduct(), { table: await tableOf(this, title, token), token });
});

Then("a program reads nothing with {word}'s first key", async function (this: ProductWorld, name: string) {
  assert.equal(await tablesOf(theProduct(), this.keysOf(name)[0] ?? ""), null);
});

Then("it gets these rows", function (this: ProductWorld, rows: DataTable) {
  assert.deepEqual(this.read?.rows, rows.hashes(), this.read?.said);
});

Then("it gets {int} rows", function (this: ProductWorld, count: number) {
  assert.equal(this.read?.rows?.length, count, this.read?.said);
});

Then("it gets a file that begins with a byte order mark", function (this: ProductWorld) {
  assert.deepEqual([...(this.read?.start ?? [])], [0xef, 0xbb, 0xbf]);
});

Then("it is told {string}", function (this: ProductWorld, sentence: string) {
  assert.deepEqual([this.read?.rows, this.read?.said], [null, sentence]);
});
