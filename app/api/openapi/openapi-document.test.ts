import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { KNOWN_ERRORS } from "../../http/known-errors.ts";
import { scopeOf } from "../../http/keys/scope-of.ts";
import { nameOf } from "../../http/json-api/endpoint.ts";
import { endpointGroups, endpoints } from "../endpoints.ts";
import { ABOUT_ANSWERS } from "./answers/described-answer.ts";
import { exampleOf } from "./examples.ts";
import { openApiDocument } from "./openapi-document.ts";
import { operationIdOf } from "./operation.ts";
import { refusalsOfCalls } from "./refusals/refusals-of-calls.ts";

type Content = Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;
type Operation = {
  readonly operationId: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly "x-scope"?: string;
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
};

const document = openApiDocument(endpointGroups, "https://tributary.test");
const operation = (name: string): Operation => {
  const [method = "", path = ""] = name.split(" ");
  return document.paths[path]?.[method.toLowerCase()] as Operation;
};

/** The codes of an operation's answers with this status. */
function codesOf(name: string, status: number): readonly string[] {
  const given = operation(name).responses[status];
  const reference = given?.$ref?.split("/").at(-1);
  const response = (reference === undefined ? given : document.components.responses[reference]) as {
    readonly content: Content;
  };
  const { allOf } = response.content["application/json"]!.schema as {
    readonly allOf: readonly [
      unknown,
      { readonly properties: { readonly code: { readonly enum: readonly string[] } } },
    ];
  };
  return allOf[1].properties.code.enum;
}

test("every call with JSON has an example of its body and of an answer", () => {
  const without = endpoints
    .filter((each) => "run" in each)
    .filter((each) => {
      const example = exampleOf(each);
      const needsBody = each.body !== null && !each.body.safeParse({}).success;
      return example?.answers === undefined || (needsBody && example.body === undefined);
    });
  expect(without.map(nameOf), "run RECORD_EXAMPLES=1 npx vitest run --project integration app/api/openapi").toEqual([]);
});

test("the examples fit their schemas", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const faults: string[] = [];
  const check = (pointer: string, value: unknown) => {
    const validate = ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    if (!validate(value)) faults.push(`${pointer}: ${ajv.errorsText(validate.errors)}`);
  };
  for (const endpoint of endpoints) {
    const { body, answers = {} } = exampleOf(endpoint) ?? {};
    const at = `/paths/${endpoint.path.replaceAll("/", "~1")}/${endpoint.method.toLowerCase()}`;
    if (body !== undefined && operation(nameOf(endpoint)).requestBody)
      check(`${at}/requestBody/content/application~1json/schema`, body);
    for (const [status, answer] of Object.entries(answers))
      check(`${at}/responses/${status}/content/application~1json/schema`, answer);
  }
  expect(faults).toEqual([]);
});

test("every parameter and every field of a body says what it is", () => {
  type Described = { readonly $ref?: string; readonly name?: string; readonly description?: string };
  const silent = endpoints.flatMap((each) => {
    const { parameters = [], requestBody } = operation(nameOf(each));
    const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) => fieldsOf(schema, ""));
    return [...(parameters as readonly Described[]), ...fields.map(({ at, ...field }) => ({ name: at, ...field }))]
      .filter(({ $ref, description }: Described) => $ref === undefined && !description)
      .map(({ name }) => `${nameOf(each)}: ${name}`);
  });
  expect(silent).toEqual([]);
});

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** Every field of a schema with where it is, in those of others too; those that only refer to a component are left out. */
function fieldsOf(schema: Schema, at: string): readonly { readonly at: string; readonly description?: string }[] {
  const { properties = {}, items, additionalProperties: more, anyOf = [], oneOf = [] } = schema;
  const own = Object.entries(properties).filter(([, field]) => field.$ref === undefined || field.description);
  const parts = [...(items ? [items] : []), ...(typeof more === "object" ? [more] : []), ...anyOf, ...oneOf];
  return [
    ...own.map(([name, { description }]) => ({ at: `${at} ${name}`, ...(description ? { description } : {}) })),
    ...own.flatMap(([name, field]) => fieldsOf(field, `${at} ${name}`)),
    ...parts.flatMap((part) => fieldsOf(part, at)),
  ];
}

/** The fields of all answers that are no errors. */
function answerFields() {
  const { Error: _, ...components } = document.components.schemas;
  const named = Object.entries(components).flatMap(([name, schema]) => fieldsOf(schema as Schema, name));
  const ofCalls = endpoints.flatMap((each) =>
    Object.entries(operation(nameOf(each)).responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap(({ schema = {} }) => fieldsOf(schema, `${nameOf(each)} ${status}`)),
      ),
  );
  return [...named, ...ofCalls];
}

test("every field of an answer says what it is", () => {
  const fields = answerFields();
  expect(fields.length).toBeGreaterThan(1_000);
  expect(fields.filter(({ description }) => description === undefined).map(({ at }) => at)).toEqual([]);
  expect(fields.filter(({ description = "" }) => !/[.!?]$/.test(description)).map(({ at }) => at)).toEqual([]);
});

test("everything that is said about fields of answers is used", () => {
  const said = new Set(answerFields().map(({ description }) => description));
  expect(Object.entries(ABOUT_ANSWERS).filter(([, about]) => !said.has(about))).toEqual([]);
});

test("no operation has the name of another", () => {
  const ids = endpoints.map(operationIdOf);
  expect(new Set(ids).size).toBe(ids.length);
});

test("operations keep their names", () => {
  expect(operation("GET /api/assets/{id}/data").operationId).toBe("get_assets_id_data");
  expect(operation("POST /api/connectors/instance/{instanceId}/run").operationId).toBe(
    "post_connectors_instance_instanceId_run",
  );
});

test("a call takes a session or a key with its scope", () => {
  const { security, "x-scope": scope } = operation("PATCH /api/assets/{id}");
  expect([security, scope]).toEqual([[{ session: [] }, { bearer: [] }, { basic: [] }], "write"]);
});

test("what only a browser may do takes no key", () => {
  const { security, "x-scope": scope } = operation("POST /api/users/change_password");
  expect([security, scope]).toEqual([[{ session: [] }], undefined]);
});

test("a public list needs neither session nor key", () => {
  expect(operation("GET /api/assets").security).toEqual([{}, { session: [] }, { bearer: [] }, { basic: [] }]);
});

test("only streams take a key in the address", () => {
  const withKey = endpoints.filter((each) => operation(nameOf(each)).security.some((way) => "api_key" in way));
  expect(withKey.map(({ who }) => who)).toEqual(withKey.map(() => "key"));
  expect(withKey.length).toBeGreaterThan(0);
});

test("admins' calls need the scope admin, runs the scope run", () => {
  const scopes = endpoints.map((each) => [nameOf(each), scopeOf(each)]);
  expect(Object.fromEntries(scopes)).toMatchObject({
    "GET /api/admin/users": "admin",
    "POST /api/connectors/run/{instanceId}": "run",
    "GET /api/assets/{id}": "read",
    "POST /api/assets/upload-csv": "write",
  });
});

test("the errors of a call are told by status and code", () => {
  const name = "POST /api/access/grant";
  expect(codesOf(name, 402)).toEqual(["dataset-priced"]);
  expect(codesOf(name, 401)).toContain("login-needed");
  expect(codesOf(name, 404)).toEqual(["dataset-unknown", "item-unknown"]);
  expect(codesOf(name, 422)).toEqual(["idempotency-key-reused"]);
});

test("the table of refusals names calls that exist", () => {
  const names = new Set(endpoints.map(nameOf));
  expect(Object.keys(refusalsOfCalls).filter((name) => !names.has(name))).toEqual([]);
});

test("the codes of errors are those of all refusals, with their sentences", () => {
  const { enum: codes, "x-enum-descriptions": sentences } = document.components.schemas["ErrorCode"] as {
    readonly enum: readonly string[];
    readonly "x-enum-descriptions": readonly string[];
  };
  expect([...codes].sort()).toEqual([...KNOWN_ERRORS.keys()].sort());
  expect(sentences[codes.indexOf("item-unknown")]).toBe("Item not found");
});

test("a change takes an Idempotency-Key, a read does not", () => {
  const takesKey = (name: string) => operation(name).parameters?.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey"));
  expect([takesKey("POST /api/assets/upload-csv"), takesKey("PATCH /api/assets/{id}")]).toEqual([true, true]);
  expect([takesKey("GET /api/assets"), takesKey("POST /api/connectors/check")]).toEqual([false, undefined]);
});
