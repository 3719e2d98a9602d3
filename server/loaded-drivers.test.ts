import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

/** Loads what server.ts loads, without starting it, and prints the files of packages that were loaded as CommonJS. */
const LOAD = `
  import Module from "node:module";
  import { readFileSync } from "node:fs";
  const parts = [...readFileSync("server.ts", "utf8").matchAll(/^import .* from "(.+)";$/gm)].map(([, from]) => from);
  for (const part of parts) await import(part.replace(/^(#|\\.\\/)/, process.cwd() + "/"));
  console.log(parts.length + "\\n" + Object.keys(Module._cache).join("\\n"));
  process.exit(0);`;

test("a start without EventStoreDB, MongoDB, S3 and traces does not load their drivers", () => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", LOAD], {
    cwd: path.resolve(import.meta.dirname, ".."),
    encoding: "utf8",
    timeout: 30_000,
  });
  const [parts, ...files] = printed.trim().split("\n");
  expect(Number(parts)).toBeGreaterThan(10);
  expect(files.some((file) => file.includes("/node_modules/pg/"))).toBe(true);
  expect(
    files.filter((file) =>
      /\/node_modules\/(mongodb|@agendajs\/mongo|@eventstore|@grpc|@aws-sdk|@smithy|@opentelemetry\/(?!api\/))\b/.test(
        file,
      ),
    ),
  ).toEqual([]);
});
