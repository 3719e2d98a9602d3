import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { expect, test } from "vitest";
import { endpointGroups } from "#app/api/endpoints.ts";
import { asOpenApi30 } from "#app/api/openapi/openapi-3-0.ts";
import { openApiDocument } from "#app/api/openapi/openapi-document.ts";

/** What generators of others make of the document compiles, with the declarations of what it imports. */
const ROOT = path.resolve(import.meta.dirname, "../..");
const OPTIONS = {
  ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
  ...{ target: "ES2022", module: "ESNext", moduleResolution: "bundler", lib: ["ES2022", "DOM", "DOM.Iterable"] },
};

const document = openApiDocument(endpointGroups, "https://tributary.test") as unknown as Record<string, unknown>;

test.each([
  ["3.1", document],
  ["3.0", asOpenApi30(document)],
])("types and a client made of the document as OpenAPI %s compile", { timeout: 240_000 }, async (_version, made) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-clients-"));
  try {
    await writeFile(path.join(folder, "types.ts"), astToString(await openapiTS(made as unknown as OpenAPI3)));
    await createClient({ input: made, output: path.join(folder, "client"), logs: { level: "silent" } });
    const config = { compilerOptions: OPTIONS, include: ["**/*.ts"] };
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = path.join(ROOT, "node_modules", "typescript7", "bin", "tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch(
      (fault: { readonly stdout: string }) => fault,
    );
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
