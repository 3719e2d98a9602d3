import { spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import path from "node:path";
import { AfterAll, BeforeAll, setDefaultTimeout } from "@cucumber/cucumber";
import { httpServer } from "#infra/egress/testing-servers.ts";
import { type SignInApi, signInApi } from "#infra/testing-sign-in-api.ts";
import { startProduct, type Product } from "#infra/testing-product.ts";
import { openRemoteApi, type RemoteApi } from "./remote-api.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

setDefaultTimeout(60_000);

let running: { readonly product: Product; readonly remote: RemoteApi; readonly signIn: SignInApi } | undefined;

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

/** An API with a sign-in page of its own; the product may call it. */
export function theSignInApi(): SignInApi {
  assert(running, "The API to sign in to runs between the first and the last scenario");
  return running.signIn;
}

BeforeAll({ timeout: 180_000 }, async () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 0, `The pages cannot be built:\n${stderr}`);
  const remote = await openRemoteApi();
  // People must come back to the address at which their browser knows them.
  const own = await httpServer(() => undefined);
  await own.close();
  const appUrl = `http://127.0.0.1:${own.port}`;
  const signIn = await signInApi(() => `${appUrl}/oauth/callback`);
  signIn.start();
  running = { remote, signIn, product: await startProduct({ built: true, port: own.port, upstreams: [remote.port, signIn.port], env: { APP_URL: appUrl } }) };
});

AfterAll(async () => {
  if (!running) return;
  const { product, remote, signIn } = running;
  try {
    assert.equal(await product.stop("SIGTERM"), 0, `The product did not end well:\n${product.output()}`);
  } finally {
    await product.remove();
    await remote.close();
    await signIn.close();
  }
});
