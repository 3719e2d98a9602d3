import { expect, test } from "vitest";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { changedConfig } from "./setup-changes.ts";
import { EMPTY_CONFIG } from "../api-access/instance-config.ts";

const parsed = parseDefinition({
  protocol: "rest",
  auth: { type: "bearer" },
  operations: [
    {
      url: "https://api.test/x",
      headers: { "X-Pin": "{pin}" },
      params_fields: [{ key: "pin", private: true }, { key: "region" }],
    },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const { definition } = parsed;

test("private values come as auth_data, those of private params fields too", () => {
  const connected = changedConfig(
    definition,
    EMPTY_CONFIG,
    { auth: { token: "t-oken", pin: "1234" }, settings: { region: "north" } },
    "activation",
  );
  expect(connected).toMatchObject({
    ok: true,
    value: { auth: { token: "t-oken" }, settings: { region: "north", pin: "1234" } },
  });
  if (!connected.ok) return;
  expect(changedConfig(definition, connected.value, { auth: { pin: "5678" } }, "change")).toMatchObject({
    ok: true,
    value: { auth: { token: "t-oken" }, settings: { region: "north", pin: "5678" } },
  });
  expect(
    changedConfig(definition, EMPTY_CONFIG, { auth: { token: "t-oken", region: "north" } }, "activation"),
  ).toMatchObject({ ok: false, refusal: { faults: [{ path: "auth_data.region" }] } });
});
