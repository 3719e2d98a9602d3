import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENT_TYPES, clientTypes } from "./client-types.ts";

test("the types of the client are those of the present document", async () => {
  const isPresent = readFileSync(CLIENT_TYPES, "utf8") === (await clientTypes());
  expect(isPresent, 'run "npm run client" and commit cli/client/api.d.ts').toBe(true);
});
