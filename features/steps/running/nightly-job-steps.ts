import assert from "node:assert/strict";
import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { type Job, type JobEnd, runJob, type Tool, TOOLS } from "../../support/product/nightly-job.ts";
import { theProduct } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

defineParameterType({
  name: "tool",
  regexp: new RegExp(Object.keys(TOOLS).join("|")),
  transformer: (words: string) => words as Tool,
});

/** The job of a scenario, its file and how it ended. */
type Night = { readonly job: Job; readonly before: string; file?: string; end?: JobEnd };
const nights = new WeakMap<ProductWorld, Night>();

function nightOf(world: ProductWorld): Night {
  const night = nights.get(world);
  assert(night, "There is no nightly job");
  return night;
}

const ofOwner = (world: ProductWorld, name: string) => ({
  headers: { cookie: world.person(name).cookie ?? "", "sec-fetch-site": "same-origin" },
});

async function rowsOf(world: ProductWorld, name: string, title: string): Promise<string> {
  const { text } = await theProduct().call("GET", `/api/assets/${world.id(title)}/data`, ofOwner(world, name));
  return JSON.stringify((JSON.parse(text) as { readonly rows: unknown }).rows);
}

Given(
  "{word} has given a nightly job a key, to upload into {string} and to run {string}",
  async function (this: ProductWorld, name: string, dataset: string, connector: string) {
    const { url, call } = theProduct();
    const asked = { ...ofOwner(this, name), body: { name: "Nightly", scopes: ["read", "run", "write"] } };
    const { json: key } = await call("POST", "/api/users/api-keys", asked);
    const { json: connections } = await call("GET", "/api/connectors/my", {
      headers: { authorization: `Bearer ${key.secret}` },
    });
    const connection = (
      connections as readonly {
        readonly id: string;
        readonly connector_id: string;
        readonly output_table_name: string;
      }[]
    ).find((each) => each.connector_id === this.id(connector));
    assert(connection, `${name} is not connected to ${connector}`);
    nights.set(this, {
      before: await rowsOf(this, name, dataset),
      job: {
        url,
        key: key.secret as string,
        keyId: key.id as string,
        dataset: this.id(dataset),
        connection: connection.id,
        table: connection.output_table_name,
      },
    });
  },
);

Given("{word} has deleted the key of the nightly job", async function (this: ProductWorld, name: string) {
  const { job } = nightOf(this);
  const { status } = await theProduct().call("DELETE", `/api/users/api-keys/${job.keyId}`, ofOwner(this, name));
  assert.equal(status, 200);
});

When("the nightly job runs with {tool} and this file", async function (this: ProductWorld, tool: Tool, file: string) {
  const night = nightOf(this);
  night.file = `${file}\n`;
  night.end = await runJob(night.job, tool, night.file);
});

Then("the job ends well", function (this: ProductWorld) {
  const { end } = nightOf(this);
  assert.equal(end?.exit, 0, end?.said);
});

Then("the job ends with an error", function (this: ProductWorld) {
  assert.notEqual(nightOf(this).end?.exit, 0);
});

Then("the job ends because it is not allowed", function (this: ProductWorld) {
  const { end } = nightOf(this);
  assert.equal(end?.exit, 3, end?.said);
});

Then("the job has read the bridges {string}", function (this: ProductWorld, bridges: string) {
  const rows = nightOf(this).end?.rows ?? "";
  for (const bridge of bridges.split(", ")) assert(rows.includes(bridge), rows);
});

Then("the job has read nothing", function (this: ProductWorld) {
  assert.equal(nightOf(this).end?.rows, null);
});

Then("{word}'s {string} has the rows of the file", async function (this: ProductWorld, name: string, title: string) {
  const shown = await rowsOf(this, name, title);
  const [, ...lines] = (nightOf(this).file ?? "").trim().split("\n");
  assert.equal((JSON.parse(shown) as unknown[]).length, lines.length);
  for (const line of lines) assert(shown.includes(line.split(",")[0] ?? ""), shown);
});

Then("{word}'s {string} has the rows that it had", async function (this: ProductWorld, name: string, title: string) {
  assert.equal(await rowsOf(this, name, title), nightOf(this).before);
});
