import assert from "node:assert/strict";
import { Given, Then, When } from "@cucumber/cucumber";
import { listAt } from "../../support/product/definitions.ts";
import type { PlanName } from "../../support/drivers/accounts.ts";
import { theProduct, theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

/**
 * Calls of a program with this person's session, whatever the driver: for what no page offers, or what would take too
 * long there.
 */
function calls(world: ProductWorld, name: string) {
  const { cookie } = world.person(name);
  assert(cookie !== undefined, `${name} is not signed in`);
  return async (method: string, path: string, body?: object) => {
    const answer = await theProduct().call(method, path, {
      headers: { cookie, "sec-fetch-site": "same-origin" },
      ...(body ? { body } : {}),
    });
    assert(answer.status < 300, answer.text);
    return answer.json as unknown;
  };
}

/** "Levels 1", "Levels 2" and so on. */
function numbered(title: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${title} ${at + 1}`);
}

Given(
  "{word} has published {int} connectors {string} to that API",
  async function (this: ProductWorld, name: string, count: number, title: string) {
    const dsl = listAt(theRemoteApi().url(this.remotePath));
    for (const each of numbered(title, count)) {
      const { id } = (await calls(this, name)("POST", "/api/connectors/upload", {
        title: this.titled(each),
        is_public: true,
        dsl,
      })) as { readonly id: string };
      this.remember(each, id);
    }
  },
);

Given(
  "{word} has uploaded {int} datasets {string}",
  async function (this: ProductWorld, name: string, count: number, title: string) {
    for (const each of numbered(title, count)) {
      const form = new FormData();
      form.append("title", this.titled(each));
      form.append("is_public", "true");
      form.append("file", new Blob(["station,level\nUpper Mill,2.41\nLower Mill,3.07\nWeir,0.98\n"]), "levels.csv");
      const { id } = (await calls(this, name)("POST", "/api/assets/upload-csv", form)) as { readonly id: string };
      this.remember(each, id);
    }
  },
);

Given(
  "{word} is connected to the first {int} of {string}",
  async function (this: ProductWorld, name: string, count: number, title: string) {
    for (const each of numbered(title, count))
      await calls(this, name)("POST", "/api/connectors/activate", { connector_id: this.id(each) });
  },
);

Given(
  "{word} has taken access to the first {int} of {string}",
  async function (this: ProductWorld, name: string, count: number, title: string) {
    for (const each of numbered(title, count))
      await calls(this, name)("POST", "/api/access/grant", { assetId: this.id(each) });
  },
);

When("{word} chooses the plan {word}", async function (this: ProductWorld, name: string, plan: string) {
  const { ok, said } = await this.person(name).driver.choosePlan(plan as PlanName);
  assert(ok, said);
});

Given(
  "{word} has used up all {int} runs of the week with {string}",
  async function (this: ProductWorld, name: string, runs: number, title: string) {
    const call = calls(this, name);
    const connections = (await call("GET", "/api/connectors/my")) as readonly {
      readonly id: string;
      readonly connector_id: string;
    }[];
    const id = connections.find((each) => each.connector_id === this.id(title))?.id ?? "none";
    for (let done = 0; done < runs; done += 1) {
      const { status } = (await call("POST", `/api/connectors/run/${id}`, {})) as { readonly status: string };
      assert.equal(status, "success");
    }
  },
);

When("a program of {word}'s says that a scheduled run was made", async function (this: ProductWorld, name: string) {
  await calls(this, name)("PATCH", "/api/users/usage/increment", { type: "scheduled_run" });
});

When("{word} tries to connect to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.connect(this.id(title), {});
});

When("{word} tries to take access to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.takeAccess(this.id(title));
});

Then(
  "{word} has used {int} connector(s), {int} dataset(s), {int} run(s) and {int} scheduled run(s)",
  async function (
    this: ProductWorld,
    name: string,
    connectors: number,
    datasets: number,
    runs: number,
    scheduledRuns: number,
  ) {
    assert.deepEqual(await this.person(name).driver.usage(), { connectors, datasets, runs, scheduledRuns });
  },
);
