import { spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import path from "node:path";
import { AfterAll, BeforeAll, setDefaultTimeout } from "@cucumber/cucumber";
import { startProduct, type Product } from "#infra/testing-product.ts";
import { openRemoteApi, type RemoteApi } from "./remote-api.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

setDefaultTimeout(60_000);

let running: { readonly product: Product; readonly remote: RemoteApi } | undefined;

/** The product that all scenarios of a run share: each has people and things of its own. */
export function theProduct(): Product {
  assert(running, "The product runs between the first and the last scenario");
  return running.product;
}

/** An API whose answers a scenario changes; the product may call it. */
export function theRemoteApi(): RemoteApi {
  assert(running, "The remote API runs between the first and the last scenario");
  return running.remote;
}

BeforeAll({ timeout: 180_000 }, async () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 0, `The pages cannot be built:\n${stderr}`);
  const remote = await openRemoteApi();
  running = { remote, product: await startProduct({ built: true, upstreams: [remote.port] }) };
});

AfterAll(async () => {
  if (!running) return;
  const { product, remote } = running;
  try {
    assert.equal(await product.stop("SIGTERM"), 0, `The product did not end well:\n${product.output()}`);
  } finally {
    await product.remove();
    await remote.close();
  }
});
