import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { endpointGroups } from "#app/api/endpoints.ts";
import { asOpenApi30 } from "#app/api/openapi/openapi-3-0.ts";
import { openApiDocument } from "#app/api/openapi/openapi-document.ts";

/**
 * Checks the OpenAPI document, as 3.1 and as 3.0, with Redocly's strict rules and Spectral's rules for OpenAPI (docs/decisions/084).
 * Runs offline.
 */
const FILE_NAME = "openapi.json";

/**
 * Paths of the product that two patterns match, such as /api/connectors/run/{instanceId} and
 * /api/connectors/{id}/versions: no id is called "run", and OpenAPI leaves it to the server which one is meant.
 */
const REDOCLY_RULES = { "no-ambiguous-paths": "off" } as const;

const document = openApiDocument(endpointGroups, "https://tributary.test");
const findings: string[] = [];
for (const version of [document, asOpenApi30(document)]) {
  const text = JSON.stringify(version, null, 2);
  findings.push(...(await redocly(text)), ...(await spectral(text)));
}
for (const finding of findings) console.log(finding);
if (findings.length > 0) process.exit(1);

async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"], rules: REDOCLY_RULES });
  const problems = await lintFromString({ source, absoluteRef: FILE_NAME, config });
  return problems.map(
    ({ ruleId, message, location }) =>
      `${ruleId}: ${message} (${location[0]?.pointer ?? location[0]?.start.line ?? ""})`,
  );
}

async function spectral(source: string): Promise<string[]> {
  const checker = new spectralCore.Spectral();
  checker.setRuleset({ extends: [[spectralRulesets.oas, "recommended"]] } as never);
  const problems = await checker.run(source);
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join("/")})`);
}
