import { describe, expect, test } from "vitest";
import { BEARER, imported, manifest, only, param, refused, spec, stream } from "#testing/imports/orchard-manifest.ts";
import { importAirbyte, streamChoices } from "./airbyte-definition.ts";

describe("a manifest", () => {
  test("becomes a definition that says where it connects, how it signs in and what it asks", () => {
    const made = imported(
      manifest([stream("trees", { stream: { primary_key: "id" } })], { description: "Trees and\n their  fruit." }),
    );
    expect(made).toMatchObject({ title: "Orchard", description: "Trees and their fruit.", notes: [], lost: [] });
    expect(made.definition).toEqual({
      protocol: "rest",
      base_url: "https://api.orchard.example/v1",
      check: { operation: "trees" },
      auth: {
        type: "bearer",
        format: "Bearer {token}",
        fields: [{ key: "token", label: "Token", type: "text", private: true }],
      },
      operations: [{ id: "trees", name: "trees", url: "/trees", records: "data", primary_key: ["id"] }],
    });
  });

  test("is read through its references and parameters; own members come before those referred to", () => {
    const document = {
      type: "DeclarativeSource",
      check: { type: "CheckStream", stream_names: ["{{ parameters.name }}"] },
      definitions: {
        requester: {
          type: "HttpRequester",
          url_base: "https://api.orchard.example",
          authenticator: BEARER,
          path: "/none",
        },
        retriever: {
          type: "SimpleRetriever",
          requester: { $ref: "#/definitions/requester", path: "/v2/{{ parameters['path'] }}" },
          record_selector: { extractor: { field_path: ["{{ parameters.list }}"] } },
        },
        trees: {
          type: "DeclarativeStream",
          retriever: { $ref: "#/definitions/retriever" },
          $parameters: { name: "trees", path: "all-trees", list: "rows" },
        },
      },
      streams: [
        "#/definitions/trees",
        { $ref: "#/definitions/trees", $parameters: { name: "twigs", path: "twigs", list: "twigs" } },
      ],
      spec: spec(),
    };
    expect(imported(document).operations).toMatchObject([
      { id: "trees", url: "/v2/all-trees", records: "rows" },
      { id: "twigs", url: "/v2/twigs", records: "twigs" },
    ]);
  });

  test("a stream that would lose rows is left out of all, and refused by name with the place in the source", () => {
    const document = manifest([
      stream("trees"),
      stream("roots", { selector: { extractor: { type: "CustomRecordExtractor", class_name: "a.B" } } }),
    ]);
    const made = imported(document);
    expect(made.operations.map(({ id }) => id)).toEqual(["trees"]);
    const place = "streams[1].retriever.record_selector.extractor";
    expect(made.lost).toEqual([{ place, feature: "record-extractor", message: "Records are found by program code." }]);
    expect(refused(document, ["roots"])).toEqual([`record-extractor ${place}`]);
    expect(imported(document, ["trees"]).lost).toEqual([]);
    expect(importAirbyte(document, ["leaves"])).toEqual({ ok: false, message: 'The manifest has no stream "leaves".' });
  });

  test("its streams are offered, those that cannot be taken with the reason", () => {
    const document = manifest([stream("trees"), stream("roots", { requester: { http_method: "PUT" } })]);
    expect(streamChoices(document)).toEqual({
      ok: true,
      title: "Orchard",
      choices: [
        { key: "trees", summary: "GET /trees", usual: true },
        { key: "roots", summary: "Cannot be taken: A connector reads by GET or POST, not PUT.", usual: false },
      ],
    });
  });

  test("streams that are found while reading are lost", () => {
    const made = imported(manifest([stream("trees")], { dynamic_streams: [{ type: "DynamicDeclarativeStream" }] }));
    expect(made.lost).toMatchObject([{ place: "dynamic_streams[0]", feature: "dynamic-streams" }]);
  });
});

describe("settings", () => {
  test("are called as in the source, with all that it says about them", () => {
    const { definition } = only(
      {
        requester: {
          request_parameters: {
            kind: "{{ config['kind'] }}",
            since: "{{ config.since }}",
            rows: "{{ config['page']['rows'] }}",
            depth: "{{ config.get('depth', 3) }}",
            other: "{{ config['other']['rows'] }}",
            ids: "{{ ','.join(config['ids']) }}",
          },
        },
      },
      {
        spec: spec(
          {
            since: { type: "string", format: "date", title: "Since", examples: ["2020-01-31"], order: 1 },
            kind: { type: "string", enum: ["apple", "pear"], default: "pear", description: "Which <b>fruit</b>" },
            page: { type: "object", properties: { rows: { type: "integer", default: 7 } } },
            depth: { type: "integer" },
            other: { type: "object", properties: { rows: { type: "integer" } } },
            ids: { type: "array", items: { type: "string" } },
            unused: { type: "string" },
          },
          ["kind"],
        ),
      },
    );
    expect(definition.params_fields).toEqual([
      { key: "since", label: "Since", description: "Such as 2020-01-31.", type: "date" },
      {
        key: "kind",
        label: "Kind",
        description: "Which fruit.",
        type: "select",
        required: true,
        options: ["apple", "pear"],
        default: "pear",
      },
      { key: "page_rows", label: "Rows", type: "number", default: 7 },
      { key: "depth", label: "Depth", type: "number", default: 3 },
      { key: "other_rows", label: "Rows", type: "number" },
      { key: "ids", label: "Ids", type: "text", multiple: true },
    ]);
    expect(definition.derived).toEqual({ ids_list: { from: "ids", join: "," } });
  });

  test.each([
    [
      "https://{{ 'sandbox' if config['is_sandbox'] else 'api' }}.example.com",
      "boolean",
      { map: { true: "sandbox" }, default: "api" },
    ],
    [
      "https://{{ 'a' if not config.is_sandbox else 'b' }}.example.com",
      "boolean",
      { map: { true: "b" }, default: "a" },
    ],
    [
      "https://{{ 'eu' if config['is_sandbox'] in ['x', 'y'] else ('us' if config['is_sandbox'] == 'z' else 'de') }}.example.com",
      "string",
      { map: { x: "eu", y: "eu", z: "us" }, default: "de" },
    ],
    [
      "https://{{ 'a' if config['is_sandbox'] != 'x' else 'b' }}.example.com",
      "string",
      { map: { x: "b" }, default: "a" },
    ],
  ])("a setting chooses a text: %s", (url_base, type, plan) => {
    const made = only({ requester: { url_base } }, { spec: spec({ is_sandbox: { type } }) });
    expect([made.definition.base_url, made.definition.derived, made.lost]).toEqual([
      "https://{is_sandbox_value}.example.com",
      { is_sandbox_value: { from: "is_sandbox", ...plan } },
      [],
    ]);
    expect(made.definition.params_fields).toMatchObject([{ key: "is_sandbox" }]);
  });

  test.each([
    ["{{ 'a' if config['account'] else 'b' }}", "string"],
    ["{{ 'a' if config['account'] == true else 'b' }}", "string"],
    ["{{ 'a' if config['account'] == 'true' else 'b' }}", "boolean"],
    ["{{ 'a' if config['account'] else 'b' }}", "integer"],
  ])("a text is not asked whether it is true, nor a switch what it says: %s of a %s", (kind, type) => {
    const requester = { request_parameters: { kind } };
    const document = manifest([stream("trees", { requester })], { spec: spec({ account: { type } }) });
    expect(refused(document)).toEqual(["expression streams[0].retriever.requester.request_parameters.kind"]);
  });

  test.each([
    "{{ 'a' if config['pin'] == 'x' else 'b' }}",
    "{{ 'a' if config['a'] == 'x' else ('b' if config['b'] else 'c') }}",
  ])("no text is chosen by a secret or by several settings: %s", (kind) => {
    const pin = { type: "string", airbyte_secret: true };
    const made = importAirbyte(
      manifest([stream("trees", { requester: { request_parameters: { kind } } })], { spec: spec({ pin }) }),
    );
    expect(made.ok).toBe(false);
  });

  test("in one of several forms are asked for with their choice", () => {
    const { definition } = only(
      { requester: { request_parameters: { farm: "{{ config['place']['farm'] }}" } } },
      {
        spec: spec({
          place: {
            title: "Place",
            oneOf: [
              { title: "A farm", properties: { kind: { const: "farm" }, farm: { type: "string" } } },
              { title: "Everywhere", properties: { kind: { const: "all" } } },
            ],
          },
        }),
      },
    );
    expect(definition.params_fields).toEqual([
      {
        key: "kind",
        label: "Place",
        type: "select",
        required: true,
        options: [
          { value: "farm", label: "A farm" },
          { value: "all", label: "Everywhere" },
        ],
      },
      { key: "farm", label: "Farm", type: "text", visible_if: { kind: ["farm"] } },
    ]);
  });

  test.each([
    ["https://{{ config['domain'] }}/api", "https://{domain}/api"],
    ["https://www.orchard.{{ config['domain'] }}", "https://www.orchard.{domain}"],
    ["{{ config['domain'] }}/api", "{domain}/api"],
  ])("a host of a setting: %s", (url_base, expected) => {
    const made = only({ requester: { url_base } }, { spec: spec({ domain: { type: "string", default: "a.test" } }) });
    expect(made.definition.base_url).toBe(expected);
    expect(made.definition.params_fields).toMatchObject([{ key: "domain", default: "a.test" }]);
  });

  test("the address of a token is shown, even where the source keeps it secret", () => {
    const authenticator = {
      type: "OAuthAuthenticator",
      token_refresh_endpoint: "{{ config['token_refresh_endpoint'] }}",
      client_id: "{{ config['client_id'] }}",
      client_secret: "{{ config['client_secret'] }}",
      refresh_token: "{{ config['refresh_token'] }}",
    };
    const secret = { type: "string", airbyte_secret: true };
    const made = only(
      { requester: { authenticator } },
      {
        spec: spec({
          ...{ token_refresh_endpoint: secret, client_id: secret, client_secret: secret, refresh_token: secret },
        }),
      },
    );
    expect(made.definition.auth).toMatchObject({
      token_url: "{token_refresh_endpoint}",
      fields: expect.arrayContaining([expect.objectContaining({ key: "token_refresh_endpoint", private: false })]),
    });
    expect(JSON.stringify(made.notes)).toContain("It is part of an address, so it is shown here");
  });
});

describe("authenticators", () => {
  const auth = (authenticator: object, properties: object = {}) =>
    only({ requester: { authenticator } }, { spec: spec(properties) }).definition.auth;
  const secret = { type: "string", airbyte_secret: true };

  test("an API key in a header or parameter", () => {
    const properties = { credentials: { type: "object", properties: { api_key: secret } } };
    const api_token = "Token {{ config['credentials']['api_key'] }}";
    expect(auth({ type: "ApiKeyAuthenticator", header: "X-Orchard", api_token }, properties)).toMatchObject({
      ...{ type: "apikey", in: "header", name: "X-Orchard", format: "Token {api_key}" },
      fields: [{ key: "api_key", private: true }],
    });
    expect(auth({ type: "ApiKeyAuthenticator", inject_into: param("key"), api_token }, properties)).toMatchObject({
      ...{ type: "apikey", in: "query", name: "key" },
    });
  });

  test("basic, with and without a password", () => {
    const properties = { username: { type: "string" }, password: secret };
    const username = "{{ config['username'] }}";
    expect(
      auth({ type: "BasicHttpAuthenticator", username, password: "{{ config['password'] }}" }, properties),
    ).toMatchObject({
      type: "basic",
      fields: [
        { key: "username", private: false },
        { key: "password", private: true },
      ],
    });
    expect(auth({ type: "BasicHttpAuthenticator", username: "{{ config['token'] }}" })).toMatchObject({
      ...{ type: "basic", fields: [{ key: "token", private: true }] },
    });
  });

  test("OAuth 2 by a refresh token whose parts have other names there", () => {
    const made = auth(
      {
        type: "OAuthAuthenticator",
        token_refresh_endpoint: "https://api.orchard.example/token",
        client_id: "{{ config['client_id'] }}",
        client_secret: "{{ config['client_secret'] }}",
        refresh_token: "{{ config['client_refresh_token'] }}",
        scopes: ["read"],
        refresh_request_body: { audience: "all" },
      },
      { client_id: { type: "string" }, client_secret: secret, client_refresh_token: secret },
    );
    expect(made).toMatchObject({
      ...{ type: "oauth2", grant_type: "refresh_token", token_url: "https://api.orchard.example/token" },
      ...{ scopes: ["read"], token_params: { audience: "all" } },
      fields: [{ key: "client_id", private: false }, { key: "client_secret" }, { key: "refresh_token" }],
    });
  });

  test("a session by a login request", () => {
    const made = auth(
      {
        type: "SessionTokenAuthenticator",
        login_requester: {
          url_base: "https://api.orchard.example",
          path: "login",
          http_method: "POST",
          request_body_json: { user: "{{ config['username'] }}", password: "{{ config['password'] }}" },
        },
        session_token_path: ["data", "id"],
        request_authentication: { type: "ApiKey", inject_into: { inject_into: "header", field_name: "X-Session" } },
      },
      { username: { type: "string" }, password: secret },
    );
    expect(made).toMatchObject({
      ...{ type: "session", token_path: "data.id", in: "header", name: "X-Session", format: "{token}" },
      login: { url: "https://api.orchard.example/login", body: { user: "{username}", password: "{password}" } },
    });
  });

  test("one of several", () => {
    const made = auth(
      {
        type: "SelectiveAuthenticator",
        authenticator_selection_path: ["how"],
        authenticators: {
          token: BEARER,
          api_key: { type: "ApiKeyAuthenticator", header: "X-Key", api_token: "{{ config['key'] }}" },
        },
      },
      { key: secret },
    );
    expect(made).toMatchObject([
      { type: "bearer", label: "Token" },
      { type: "apikey", label: "Api key" },
    ]);
  });

  test.each([
    ["program code", { type: "CustomAuthenticator", class_name: "a.B" }],
    ["another kind", { type: "JwtAuthenticator", secret_key: "{{ config['token'] }}" }],
    ["a credential in the document", { type: "BearerAuthenticator", api_token: "abc" }],
  ])("%s is refused", (_what, authenticator) => {
    expect(refused(manifest([stream("trees", { requester: { authenticator } })]))).toEqual([
      expect.stringMatching(/^authenticator streams\[0\]\.retriever\.requester\.authenticator/),
    ]);
  });
});

describe("requests", () => {
  test("a POST with a body, headers and values without a value", () => {
    const { first } = only({
      requester: {
        http_method: "POST",
        request_headers: { "X-Version": "2", "X-None": "" },
        request_parameters: { a: "{{ parameters['missing'] or '' }}", b: 1 },
        request_body_json: { query: { type: "tree", tags: ["a", "b"] }, all: true },
      },
    });
    expect(first).toMatchObject({
      ...{ method: "POST", headers: { "X-Version": "2" }, query: { b: "1" } },
      body_template: { query: { type: "tree", tags: ["a", "b"] }, all: true },
    });
  });

  test("an expression without a form is lost with its text", () => {
    const made = importAirbyte(
      manifest([stream("trees", { requester: { request_parameters: { day: "{{ now_utc() | weekday }}" } } })]),
      ["trees"],
    );
    const place = "streams[0].retriever.requester.request_parameters.day";
    const message = "This cannot be written: {{ now_utc() | weekday }}";
    expect(made).toMatchObject({
      ok: false,
      message: `This cannot be carried over without losing rows (1 reason). ${place}: ${message}`,
      lost: [
        {
          ...{ place: { code: "place-in-document", facts: { path: place } }, feature: "expression" },
          finding: { code: "text-unwritable", facts: { part: "expression", text: "{{ now_utc() | weekday }}" } },
        },
      ],
    });
  });

  test("a text in braces is never taken for a setting", () => {
    const request_parameters = { a: "{token}" };
    expect(refused(manifest([stream("trees", { requester: { request_parameters } })]))).toEqual([
      "expression streams[0].retriever.requester.request_parameters.a",
    ]);
  });

  test.each([
    [{ http_codes: [200, 204] }, undefined],
    [{ predicate: "{{ 'data' in response }}" }, [{ path: "data", exists: true, status: ["4xx", "5xx"] }]],
    [{ http_codes: [200, 404] }, [{ status: [404] }]],
    [{ error_message_contains: "empty" }, [{ contains: "empty", status: ["4xx", "5xx"] }]],
  ])("what counts as success ignores no good answer: %j", (keys, rules) => {
    const error_handler = { type: "DefaultErrorHandler", response_filters: [{ action: "SUCCESS", ...keys }] };
    const { first, notes } = only({ requester: { error_handler } });
    expect(first.response_actions).toEqual(rules?.map((rule) => ({ ...rule, action: "ignore" })));
    expect(notes).toHaveLength(rules === undefined ? 0 : 1);
  });

  test("what errors mean", () => {
    const { first } = only({
      requester: {
        error_handler: {
          type: "CompositeErrorHandler",
          error_handlers: [
            {
              type: "DefaultErrorHandler",
              max_retries: 7,
              backoff_strategies: [{ type: "WaitTimeFromHeader", header: "X-Wait" }],
              response_filters: [
                { http_codes: [404, 410], action: "IGNORE" },
                { predicate: "{{ response.code == 'gone' }}", action: "FAIL" },
                { error_message_contains: "not enabled", action: "IGNORE" },
              ],
            },
            {
              type: "DefaultErrorHandler",
              backoff_strategies: [{ type: "ConstantBackoffStrategy", backoff_time_in_seconds: 9 }],
              response_filters: [{ http_codes: [429], action: "RATE_LIMITED" }],
            },
          ],
        },
      },
    });
    expect(first).toMatchObject({
      retry: { max_attempts: 8, wait_header: "X-Wait" },
      response_actions: [
        { status: [404, 410], action: "ignore" },
        { path: "code", equals: "gone", action: "fail" },
        { path: "code", equals: "gone", status: ["4xx", "5xx"], action: "fail" },
        { status: ["4xx", "5xx"], contains: "not enabled", action: "ignore" },
        { status: [429], action: "retry", wait: 9 },
      ],
    });
  });
});
