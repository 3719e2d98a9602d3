import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildOnce } from "#testing/product.ts";
import { currentBuild } from "../server/build-folder.ts";

type Files = { readonly module: string; readonly imports: readonly string[] };
type Manifest = { readonly entry: Files; readonly routes: Readonly<Record<string, Files>> };

const MAX_FILES = 15;
const MAX_GZIPPED = 110_000;

let client: string;
let manifest: Manifest;

beforeAll(async () => {
  await buildOnce();
  client = path.join(currentBuild() ?? "", "client");
  const name = readdirSync(path.join(client, "assets")).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const text = readFileSync(path.join(client, "assets", name), "utf8");
  manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}, 120_000);

/** The scripts that a browser loads with a page before it works. */
function firstLoad(route: string): string[] {
  const parts = [manifest.entry, manifest.routes["root"], manifest.routes[route]];
  return [...new Set(parts.flatMap((part) => (part ? [part.module, ...part.imports] : [])))];
}

const textOf = (file: string) => readFileSync(path.join(client, file), "utf8");

test.each(["pages/datastore/datastore", "pages/landing/landing", "pages/auth/login"])(
  `%s loads at most ${MAX_GZIPPED / 1000} kB of scripts, gzipped, in at most ${MAX_FILES} files`,
  (route) => {
    const files = firstLoad(route);
    const bytes = files.reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0);
    expect(files.length).toBeGreaterThan(2);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
    expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED);
  },
);

test.each([
  ["Headless UI", "data-headlessui"],
  ["Zod", "ZodError"],
  ["CodeMirror", "cm-editor"],
])("%s is in no file that every page loads", (_library, mark) => {
  const everyFile = readdirSync(path.join(client, "assets")).filter((file) => file.endsWith(".js"));
  expect(everyFile.some((file) => textOf(`assets/${file}`).includes(mark))).toBe(true);
  expect(firstLoad("pages/datastore/datastore").filter((file) => textOf(file).includes(mark))).toEqual([]);
});
