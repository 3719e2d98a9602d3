import { expect, test } from "vitest";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { secretValues } from "./pull-input.ts";
import { EMPTY_CONFIG } from "./instance-config.ts";

const parsed = parseDefinition({
  protocol: "rest",
  base_url: "https://api.example.org",
  auth: {
    type: "basic",
    fields: [
      { key: "username", type: "text", private: false },
      { key: "password", type: "text" },
    ],
  },
  params_fields: [
    { key: "token", type: "text", private: true, default: "from-the-author" },
    { key: "pins", type: "text", private: true, multiple: true },
    { key: "region", type: "text" },
  ],
  operations: [{ id: "orders", name: "Orders", method: "GET", url: "/orders" }],
});

test("what must not show up holds defaults, each value of a list and header rows, and nothing that everybody writes", () => {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const secrets = secretValues(parsed.definition, {
    ...EMPTY_CONFIG,
    auth: { username: "ada", password: "lovelace" },
    settings: { pins: ["1234", "5678"], region: "north" },
    headers: { "X-Key": "a-key", Accept: "application/json" },
  });
  expect(secrets.toSorted()).toEqual(
    ["1234", "5678", "YWRhOmxvdmVsYWNl", "a-key", "ada", "from-the-author", "lovelace"].toSorted(),
  );
});
