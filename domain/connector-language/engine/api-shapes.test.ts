import { describe, expect, test } from "vitest";
import { parseDefinition } from "../validation/parse-definition.ts";
import { answering, ok, pullFrom } from "#testing/pull.ts";
import type { Reply } from "#testing/pull.ts";

/** Connectors for well-known public APIs, each tested against the exchanges that its documentation describes. */
const TOKEN = { secrets: { token: "canary-token" } };

describe("payments and sales", () => {
  test("Stripe: the last row's id is the cursor, created[gte] in seconds", async () => {
    const definition = {
      base_url: "https://api.stripe.com/v1",
      auth: { type: "basic", fields: [{ key: "secret_key", required: true }] },
      operations: [
        {
          id: "charges",
          url: "/charges",
          records: "data",
          primary_key: "id",
          pagination: {
            strategy: "cursor",
            cursor_field: "id",
            cursor_param: "starting_after",
            has_more_path: "has_more",
            limit_param: "limit",
            limit: 2,
          },
          incremental: { cursor_field: "created", start_param: "created[gte]", format: "epoch", lookback: "PT1H" },
        },
      ],
    };
    const api = answering({
      "GET /v1/charges?limit=2&created%5Bgte%5D=1717000000": ok({
        object: "list",
        has_more: true,
        data: [
          { id: "ch_1", amount: 100, created: 1717003601 },
          { id: "ch_2", amount: 5, created: 1717003600 },
        ],
      }),
      "GET /v1/charges?starting_after=ch_2&limit=2&created%5Bgte%5D=1717000000": ok({
        has_more: false,
        data: [{ id: "ch_3", amount: 9, created: 1717000001 }],
      }),
    });
    const { rows, result, requests } = await pullFrom(definition, api, {
      secrets: { secret_key: "sk_test" },
      cursors: new Map([["charges", "1717003600"]]),
    });
    expect(result).toMatchObject({ status: "success", operations: [{ stopReason: "has_more", cursor: "1717003601" }] });
    expect(rows.map((row) => row["id"])).toEqual(["ch_1", "ch_2", "ch_3"]);
    expect(requests[0]?.headers).toContainEqual(["Authorization", `Basic ${btoa("sk_test:")}`]);
  });

  test("Shopify: a Link header inside one shop's host, the token in its own header", async () => {
    const definition = {
      base_url: "https://{shop}.myshopify.com/admin/api/2024-04",
      params_fields: [{ key: "shop", required: true }],
      auth: { type: "apikey", name: "X-Shopify-Access-Token" },
      operations: [
        {
          id: "orders",
          url: "/orders.json?status=any",
          records: "orders",
          pagination: { strategy: "link", limit_param: "limit", limit: 250 },
          incremental: { cursor_field: "updated_at", start_param: "updated_at_min" },
        },
      ],
    };
    const api = answering({
      "GET /admin/api/2024-04/orders.json?status=any&limit=250&updated_at_min=2024-05-01T00%3A00%3A00-04%3A00": ok(
        {
          orders: [
            {
              id: 450789469,
              updated_at: "2024-05-02T10:00:00-04:00",
              line_items: [{ id: 1 }],
              customer: { id: 207119551 },
            },
          ],
        },
        { link: '<https://acme.myshopify.com/admin/api/2024-04/orders.json?page_info=abc&limit=250>; rel="next"' },
      ),
      "GET /admin/api/2024-04/orders.json?page_info=abc&limit=250": ok(
        { orders: [{ id: 450789470, updated_at: "2024-05-02T15:30:00+01:00" }] },
        { link: '<https://acme.myshopify.com/x?page_info=p>; rel="previous"' },
      ),
    });
    const { rows, result } = await pullFrom(definition, api, {
      ...TOKEN,
      settings: { shop: "acme" },
      cursors: new Map([["orders", "2024-05-01T00:00:00-04:00"]]),
    });
    expect(rows[0]).toMatchObject({ id: "450789469", line_items: '[{"id":1}]', customer__id: "207119551" });
    // 15:30 in London is 14:30 UTC, after 14:00 UTC in New York.
    expect(result).toMatchObject({ status: "success", rows: 2, operations: [{ cursor: "2024-05-02T15:30:00+01:00" }] });
  });

  test("HubSpot: the small form's own cursor, nested properties; its search with a body", async () => {
    const list = {
      auth: { type: "bearer" },
      operations: [
        {
          id: "contacts",
          url: "https://api.hubapi.com/crm/v3/objects/contacts",
          records: "results",
          pagination: { strategy: "cursor", cursor_param: "after", limit_param: "limit" },
        },
      ],
    };
    const listed = await pullFrom(
      list,
      answering({
        "GET /crm/v3/objects/contacts?limit=100": ok({
          results: [{ id: "1", properties: { email: "a@x.test" } }],
          paging: { next: { after: "MQ%3D", link: "…" } },
        }),
        "GET /crm/v3/objects/contacts?after=MQ%253D&limit=100": ok({
          results: [{ id: "2", properties: { email: null } }],
        }),
      }),
      TOKEN,
    );
    expect(listed.rows).toEqual([
      { id: "1", properties__email: "a@x.test" },
      { id: "2", properties__email: null },
    ]);

    const search = {
      auth: { type: "bearer" },
      operations: [
        {
          id: "deals",
          method: "POST",
          url: "https://api.hubapi.com/crm/v3/objects/deals/search",
          records: "results",
          body_template: {
            filterGroups: [
              { filters: [{ propertyName: "hs_lastmodifieddate", operator: "GTE", value: "{incremental.start}" }] },
            ],
            limit: 2,
          },
          pagination: { strategy: "cursor", in: "body", cursor_param: "after", cursor_path: "paging.next.after" },
          incremental: { cursor_field: "updatedAt", format: "epoch_ms", initial_value: "2024-01-01" },
        },
      ],
    };
    const body = (after?: string) =>
      JSON.stringify({
        filterGroups: [{ filters: [{ propertyName: "hs_lastmodifieddate", operator: "GTE", value: 1704067200000 }] }],
        limit: 2,
        ...(after === undefined ? {} : { after }),
      });
    const found = await pullFrom(
      search,
      answering({
        [`POST /crm/v3/objects/deals/search ${body()}`]: ok({
          total: 3,
          results: [{ id: "7", updatedAt: "2024-02-01T00:00:00.000Z" }],
          paging: { next: { after: "2" } },
        }),
        [`POST /crm/v3/objects/deals/search ${body("2")}`]: ok({
          total: 3,
          results: [{ id: "8", updatedAt: "2024-03-01T00:00:00.000Z" }],
        }),
      }),
      TOKEN,
    );
    expect(found.result).toMatchObject({
      status: "success",
      rows: 2,
      operations: [{ cursor: "2024-03-01T00:00:00.000Z" }],
    });
  });

  test("Klaviyo: JSON:API with a full next URL, headers of its own, a key behind its own word", async () => {
    const definition = {
      auth: { type: "apikey", name: "Authorization", format: "Klaviyo-API-Key {token}" },
      headers: { revision: "2024-02-15" },
      operations: [
        {
          id: "profiles",
          url: "https://a.klaviyo.com/api/profiles",
          records: "data",
          pagination: { strategy: "link", next_url_path: "links.next", limit_param: "page[size]", limit: 20 },
        },
      ],
    };
    const { rows, requests } = await pullFrom(
      definition,
      answering({
        "GET /api/profiles?page%5Bsize%5D=20": ok({
          data: [{ type: "profile", id: "01", attributes: { email: "a@x.test", location: { city: "Lima" } } }],
          links: { next: "https://a.klaviyo.com/api/profiles?page%5Bcursor%5D=bmV4dA" },
        }),
        "GET /api/profiles?page%5Bcursor%5D=bmV4dA": ok({
          data: [{ type: "profile", id: "02", attributes: {} }],
          links: { next: null },
        }),
      }),
      TOKEN,
    );
    expect(rows).toEqual([
      { type: "profile", id: "01", attributes__email: "a@x.test", attributes__location__city: "Lima" },
      { type: "profile", id: "02" },
    ]);
    expect(requests[0]?.headers).toEqual(
      expect.arrayContaining([
        ["revision", "2024-02-15"],
        ["Authorization", "Klaviyo-API-Key canary-token"],
      ]),
    );
  });

  test("Salesforce: nextRecordsUrl is relative to the host, done says that it ends", async () => {
    const definition = {
      base_url: "https://{instance}.my.salesforce.com",
      params_fields: [{ key: "instance" }],
      auth: { type: "bearer" },
      operations: [
        {
          id: "accounts",
          url: "/services/data/v58.0/query",
          query: { q: "SELECT Id, Name FROM Account" },
          records: "records",
          pagination: { strategy: "link", next_url_path: "nextRecordsUrl" },
        },
      ],
    };
    const { urls, rows } = await pullFrom(
      definition,
      answering({
        "GET /services/data/v58.0/query?q=SELECT%20Id%2C%20Name%20FROM%20Account": ok({
          totalSize: 2,
          done: false,
          nextRecordsUrl: "/services/data/v58.0/query/01gD-2000",
          records: [{ attributes: { type: "Account" }, Id: "001", Name: "A" }],
        }),
        "GET /services/data/v58.0/query/01gD-2000": ok({
          totalSize: 2,
          done: true,
          records: [{ attributes: { type: "Account" }, Id: "002", Name: "B" }],
        }),
      }),
      { ...TOKEN, settings: { instance: "acme" } },
    );
    expect(urls[1]).toBe("https://acme.my.salesforce.com/services/data/v58.0/query/01gD-2000");
    expect(rows.map((row) => row["Id"])).toEqual(["001", "002"]);
  });
});

describe("work and support", () => {
  test("Notion: a POST without a cursor, then with one in its body", async () => {
    const definition = {
      auth: { type: "bearer" },
      headers: { "Notion-Version": "2022-06-28" },
      operations: [
        {
          id: "pages",
          method: "POST",
          url: "https://api.notion.com/v1/databases/{database}/query",
          records: "results",
          pagination: {
            strategy: "cursor",
            in: "body",
            cursor_param: "start_cursor",
            cursor_path: "next_cursor",
            has_more_path: "has_more",
            limit_param: "page_size",
            limit: 2,
          },
        },
      ],
    };
    const { rows, result } = await pullFrom(
      definition,
      answering({
        'POST /v1/databases/d-1/query {"page_size":2}': ok({
          results: [{ id: "a", properties: { Name: { title: [{ plain_text: "x" }] } } }],
          next_cursor: "c-2",
          has_more: true,
        }),
        'POST /v1/databases/d-1/query {"start_cursor":"c-2","page_size":2}': ok({
          results: [{ id: "b" }],
          next_cursor: null,
          has_more: false,
        }),
      }),
      { ...TOKEN, settings: { database: "d-1" } },
    );
    expect(result.status).toBe("success");
    expect(rows[0]).toEqual({ id: "a", properties__Name__title: '[{"plain_text":"x"}]' });
  });

  test("Airtable: an offset that is a cursor, columns with spaces", async () => {
    const definition = {
      auth: { type: "bearer" },
      operations: [
        {
          id: "records",
          url: "https://api.airtable.com/v0/{base}/{table}",
          records: "records",
          pagination: { strategy: "cursor", cursor_param: "offset", cursor_path: "offset" },
          columns: [{ name: "id" }, { name: "due", path: ["fields", "Due date"], type: "date" }],
        },
      ],
    };
    const { rows, types } = await pullFrom(
      definition,
      answering({
        "GET /v0/app1/My%20tasks": ok({
          records: [{ id: "rec1", fields: { "Due date": "2024-05-01" } }],
          offset: "itr/rec2",
        }),
        "GET /v0/app1/My%20tasks?offset=itr%2Frec2": ok({ records: [{ id: "rec2", fields: {} }] }),
      }),
      { ...TOKEN, settings: { base: "app1", table: "My tasks" } },
    );
    expect(rows).toEqual([
      { id: "rec1", due: "2024-05-01" },
      { id: "rec2", due: null },
    ]);
    expect(types).toEqual({ id: "text", due: "date" });
  });

  test("Jira: startAt grows by the rows received, total ends it; JQL from the settings", async () => {
    const definition = {
      base_url: "https://{site}.atlassian.net/rest/api/3",
      params_fields: [{ key: "site" }, { key: "project" }],
      auth: { type: "basic", fields: [{ key: "email", private: false }, { key: "api_token" }] },
      operations: [
        {
          id: "issues",
          url: "/search",
          query: { jql: 'project = "{project}" ORDER BY updated' },
          records: "issues",
          pagination: {
            strategy: "offset",
            offset_param: "startAt",
            limit_param: "maxResults",
            limit: 50,
            total_path: "total",
          },
        },
      ],
    };
    const { rows, urls } = await pullFrom(
      definition,
      answering({
        "GET /rest/api/3/search?jql=project%20%3D%20%22A%26B%22%20ORDER%20BY%20updated&startAt=0&maxResults=50": ok({
          startAt: 0,
          total: 3,
          issues: [{ key: "A-1" }, { key: "A-2" }],
        }),
        "GET /rest/api/3/search?jql=project%20%3D%20%22A%26B%22%20ORDER%20BY%20updated&startAt=2&maxResults=50": ok({
          startAt: 2,
          total: 3,
          issues: [{ key: "A-3" }],
        }),
      }),
      { settings: { site: "acme", project: "A&B" }, secrets: { email: "a@x.test", api_token: "t-oken" } },
    );
    expect(rows.map((row) => row["key"])).toEqual(["A-1", "A-2", "A-3"]);
    expect(urls).toHaveLength(2);
  });

  test("Asana: offset in next_page, projects and their tasks and the tasks' stories", async () => {
    const definition = {
      base_url: "https://app.asana.com/api/1.0",
      auth: { type: "bearer" },
      records: "data",
      pagination: { strategy: "cursor", cursor_param: "offset", cursor_path: "next_page.offset", limit_param: "limit" },
      operations: [
        {
          id: "stories",
          url: "/projects/{project}/tasks/{task}/stories",
          for_each: { project: "tasks.projects__gid", task: "tasks.gid" },
          include_from_parent: ["name"],
        },
        {
          id: "tasks",
          url: "/projects/{project}/tasks",
          for_each: { project: "projects.gid" },
          include_from_parent: ["gid"],
        },
        { id: "projects", url: "/projects" },
      ],
    };
    const { rowsOf, result } = await pullFrom(
      definition,
      answering({
        "GET /api/1.0/projects?limit=100": ok({
          data: [{ gid: "1", name: "P" }],
          next_page: { offset: "eyJ0", path: "/x", uri: "https://app.asana.com/x" },
        }),
        "GET /api/1.0/projects?offset=eyJ0&limit=100": ok({ data: [{ gid: "2", name: "Q" }], next_page: null }),
        "GET /api/1.0/projects/1/tasks?limit=100": ok({ data: [{ gid: "11", name: "T" }], next_page: null }),
        "GET /api/1.0/projects/2/tasks?limit=100": ok({ data: [{ gid: "21", name: "U" }], next_page: null }),
        "GET /api/1.0/projects/1/tasks/11/stories?limit=100": ok({
          data: [{ gid: "111", text: "done" }],
          next_page: null,
        }),
        "GET /api/1.0/projects/2/tasks/21/stories?limit=100": ok({ data: [], next_page: null }),
      }),
      TOKEN,
    );
    expect(result.status).toBe("success");
    expect(rowsOf("tasks")).toEqual([
      { gid: "11", name: "T", projects__gid: "1" },
      { gid: "21", name: "U", projects__gid: "2" },
    ]);
    expect(rowsOf("stories")).toEqual([{ gid: "111", text: "done", tasks__name: "T" }]);
  });

  test("Zendesk: links.next with meta.has_more; sign-in by token or by password, as the user picks", async () => {
    const definition = {
      base_url: "https://{subdomain}.zendesk.com/api/v2",
      params_fields: [{ key: "subdomain" }],
      auth: [
        { type: "bearer", label: "Access token" },
        { type: "basic", label: "Password" },
      ],
      operations: [
        {
          id: "tickets",
          url: "/tickets.json",
          records: "tickets",
          pagination: {
            strategy: "link",
            next_url_path: "links.next",
            has_more_path: "meta.has_more",
            limit_param: "page[size]",
          },
        },
      ],
    };
    const api = answering({
      "GET /api/v2/tickets.json?page%5Bsize%5D=100": ok({
        tickets: [{ id: 1 }],
        meta: { has_more: true },
        links: { next: "https://acme.zendesk.com/api/v2/tickets.json?page%5Bafter%5D=xyz" },
      }),
      "GET /api/v2/tickets.json?page%5Bafter%5D=xyz": ok({
        tickets: [{ id: 2 }],
        meta: { has_more: false },
        links: { next: "https://acme.zendesk.com/api/v2/tickets.json?page%5Bafter%5D=end" },
      }),
    });
    const settings = { subdomain: "acme" };
    const byToken = await pullFrom(definition, api, { ...TOKEN, settings });
    const byPassword = await pullFrom(definition, api, {
      settings,
      authChoice: 1,
      secrets: { username: "a@x.test/token", password: "pw-secret" },
    });
    expect(byToken.rows).toEqual([{ id: "1" }, { id: "2" }]);
    expect(byToken.requests[1]?.headers).toContainEqual(["Authorization", "Bearer canary-token"]);
    expect(byPassword.requests[1]?.headers).toContainEqual([
      "Authorization",
      `Basic ${btoa("a@x.test/token:pw-secret")}`,
    ]);
  });

  test("Monday: GraphQL keeps its braces; the cursor goes into the variables; an error in a 200 fails", async () => {
    const query =
      "query ($board: ID!, $cursor: String) { boards(ids: [$board]) { items_page(limit: 2, cursor: $cursor) { cursor items { id name } } } }";
    const definition = {
      auth: { type: "apikey", name: "Authorization" },
      operations: [
        {
          id: "items",
          method: "POST",
          url: "https://api.monday.com/v2",
          body_template: JSON.stringify({ query, variables: { board: "{board}" } }),
          params_fields: [{ key: "board", type: "number" }],
          records: "data.boards[0].items_page.items",
          pagination: {
            strategy: "cursor",
            in: "body",
            cursor_param: "variables.cursor",
            cursor_path: "data.boards[0].items_page.cursor",
          },
          response_actions: [{ path: "errors", action: "fail", message_path: "errors[0].message" }],
        },
      ],
    };
    const body = (variables: object) => `POST /v2 ${JSON.stringify({ query, variables })}`;
    const page = (items: object[], cursor: string | null) =>
      ok({ data: { boards: [{ items_page: { cursor, items } }] } });
    const api = answering({
      [body({ board: 7 })]: page([{ id: "1" }], "MSw"),
      [body({ board: 7, cursor: "MSw" })]: page([{ id: "2" }], null),
      [body({ board: 8 })]: ok({ errors: [{ message: "Board not found" }], data: null }),
    });
    expect((await pullFrom(definition, api, { ...TOKEN, settings: { board: 7 } })).rows).toEqual([
      { id: "1" },
      { id: "2" },
    ]);
    expect((await pullFrom(definition, api, { ...TOKEN, settings: { board: 8 } })).result.error).toBe(
      "The API reported an error: Board not found",
    );
  });

  test("GitLab: keyset pages by Link, an array of labels stays JSON", async () => {
    const definition = {
      auth: { type: "apikey", name: "PRIVATE-TOKEN" },
      operations: [
        {
          id: "projects",
          url: "https://gitlab.com/api/v4/projects",
          query: { pagination: "keyset", order_by: "id" },
          pagination: { strategy: "link", limit_param: "per_page", limit: 100 },
        },
      ],
    };
    const { rows, result } = await pullFrom(
      definition,
      answering({
        "GET /api/v4/projects?pagination=keyset&order_by=id&per_page=100": ok([{ id: 1, topics: ["a", "b"] }], {
          Link: '<https://gitlab.com/api/v4/projects?id_after=1&pagination=keyset>; rel="next"',
        }),
        "GET /api/v4/projects?id_after=1&pagination=keyset": ok([]),
      }),
      TOKEN,
    );
    expect(rows).toEqual([{ id: "1", topics: '["a","b"]' }]);
    expect(result).toMatchObject({ status: "success", operations: [{ stopReason: "no_next_url" }] });
  });

  test("Twilio: next_page_uri is a path, dates are RFC 2822, two accounts one after the other", async () => {
    const definition = {
      base_url: "https://api.twilio.com",
      auth: { type: "basic", fields: [{ key: "sid", private: false }, { key: "auth_token" }] },
      params_fields: [{ key: "account", multiple: true }],
      operations: [
        {
          id: "calls",
          url: "/2010-04-01/Accounts/{account}/Calls.json",
          records: "calls",
          pagination: { strategy: "link", next_url_path: "next_page_uri", limit_param: "PageSize", limit: 50 },
          columns: [{ name: "sid" }, { name: "at", path: "date_created", type: "date" }],
        },
      ],
    };
    const { rows, types } = await pullFrom(
      definition,
      answering({
        "GET /2010-04-01/Accounts/AC1/Calls.json?PageSize=50": ok({
          calls: [{ sid: "CA1", date_created: "Wed, 31 Aug 2016 20:36:28 +0000" }],
          next_page_uri: "/2010-04-01/Accounts/AC1/Calls.json?PageSize=50&Page=1&PageToken=PA",
        }),
        "GET /2010-04-01/Accounts/AC1/Calls.json?PageSize=50&Page=1&PageToken=PA": ok({
          calls: [],
          next_page_uri: null,
        }),
        "GET /2010-04-01/Accounts/AC2/Calls.json?PageSize=50": ok({
          calls: [{ sid: "CA2", date_created: null }],
          next_page_uri: null,
        }),
      }),
      { settings: { account: ["AC1", "AC2"] }, secrets: { sid: "AC1", auth_token: "tw-secret" } },
    );
    expect(rows).toEqual([
      { sid: "CA1", at: "2016-08-31T20:36:28Z", account: "AC1" },
      { sid: "CA2", at: null, account: "AC2" },
    ]);
    expect(types).toMatchObject({ at: "timestamptz" });
  });
});

describe("markets, statistics, science", () => {
  test("FRED: offset with count, a dot for no value, numbers declared", async () => {
    const definition = {
      auth: { type: "apikey", in: "query", name: "api_key" },
      operations: [
        {
          id: "observations",
          url: "https://api.stlouisfed.org/fred/series/observations",
          query: { file_type: "json", series_id: "{series}" },
          records: "observations",
          pagination: { strategy: "offset", limit_param: "limit", limit: 2, total_path: "count" },
          primary_key: ["series", "date"],
          columns: [
            { name: "date", type: "date" },
            { name: "value", type: "number", null_values: ["."] },
          ],
        },
      ],
    };
    const call = (series: string, offset: number) =>
      `GET /fred/series/observations?file_type=json&series_id=${series}&offset=${offset}&limit=2&api_key=canary-token`;
    const { rows, types } = await pullFrom(
      definition,
      answering({
        [call("GDP", 0)]: ok({
          count: 3,
          observations: [
            { date: "2024-01-01", value: "27956.998" },
            { date: "2024-04-01", value: "." },
          ],
        }),
        [call("GDP", 2)]: ok({ count: 3, observations: [{ date: "2024-07-01", value: "28624.069" }] }),
        [call("DFF", 0)]: ok({ count: 0, observations: [] }),
      }),
      { ...TOKEN, settings: { series: ["GDP", "DFF"] } },
    );
    expect(rows).toEqual([
      { date: "2024-01-01", value: "27956.998", series: "GDP" },
      { date: "2024-04-01", value: null, series: "GDP" },
      { date: "2024-07-01", value: "28624.069", series: "GDP" },
    ]);
    expect(types).toEqual({ date: "date", value: "numeric", series: "text" });
  });

  test("ECB: SDMX as CSV with quotes and a byte order mark, packed without a header", async () => {
    const csv =
      '\ufeffKEY,TIME_PERIOD,OBS_VALUE,TITLE\r\nEXR.D.USD,2024-05-31,1.0852,"US dollar, ""spot""\nECB"\r\nEXR.D.USD,2024-06-03,,\r\n';
    const bytes = new Uint8Array(
      await new Response(new Blob([csv]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
    );
    const definition = {
      operations: [
        {
          id: "rates",
          url: "https://data-api.ecb.europa.eu/service/data/EXR/D.{currency}.EUR.SP00.A",
          query: { format: "csvdata" },
          response_format: "csv",
        },
      ],
    };
    const { rows, requests } = await pullFrom(definition, () => ({ bytes }), { settings: { currency: "USD" } });
    expect(rows).toEqual([
      { KEY: "EXR.D.USD", TIME_PERIOD: "2024-05-31", OBS_VALUE: "1.0852", TITLE: 'US dollar, "spot"\nECB' },
      { KEY: "EXR.D.USD", TIME_PERIOD: "2024-06-03", OBS_VALUE: null, TITLE: null },
    ]);
    expect(requests[0]).toMatchObject({ stream: true });
    expect(requests[0]?.headers).toContainEqual(["Accept", "text/csv, */*;q=0.5"]);
  });

  test("ECB: SDMX as XML, observations of several series with the series beside them", async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <message:StructureSpecificData xmlns:message="http://m" xmlns:xsi="http://x"><message:Header><message:ID>1</message:ID></message:Header>
      <message:DataSet><Series CURRENCY="USD"><Obs TIME_PERIOD="2024-05-31" OBS_VALUE="1.08"/><Obs TIME_PERIOD="2024-06-03" OBS_VALUE="1.09"/></Series><Series CURRENCY="JPY"><Obs TIME_PERIOD="2024-05-31" OBS_VALUE="170.6"/></Series></message:DataSet></message:StructureSpecificData>`;
    const columns = [
      { name: "currency", path: ["@CURRENCY"] },
      { name: "day", path: ["@TIME_PERIOD"], type: "date" },
      { name: "rate", path: ["@OBS_VALUE"], type: "number" },
    ];
    for (const path of ["message:DataSet.Series", "message:StructureSpecificData.message:DataSet.Series"]) {
      const definition = {
        operations: [
          {
            url: "https://data-api.ecb.europa.eu/service/data/EXR",
            response_format: "xml",
            records: { path, expand: "Obs", keep: ["@CURRENCY"] },
            columns,
          },
        ],
      };
      const { rows, types } = await pullFrom(definition, () => ({ text: xml }));
      expect(rows).toEqual([
        { currency: "USD", day: "2024-05-31", rate: "1.08" },
        { currency: "USD", day: "2024-06-03", rate: "1.09" },
        { currency: "JPY", day: "2024-05-31", rate: "170.6" },
      ]);
      expect(types).toEqual({ currency: "text", day: "date", rate: "numeric" });
    }
  });

  test("arXiv: an Atom feed paged by start, total in a namespaced element, one entry on the last page", async () => {
    const feed = (entries: string) =>
      `<?xml version='1.0' encoding='UTF-8'?><feed xmlns:opensearch="http://a9" xmlns="http://www.w3.org/2005/Atom"><title>q</title><opensearch:totalResults xmlns:opensearch="http://a9">3</opensearch:totalResults>${entries}</feed>`;
    const entry = (id: number, authors: string[]) =>
      `<entry><id>http://arxiv.org/abs/${id}</id><published>2024-01-0${id}T00:00:00Z</published><title>On\n  &lt;${id}&gt;</title>${authors.map((name) => `<author><name>${name}</name></author>`).join("")}<category term="cs.LG"/></entry>`;
    const definition = {
      operations: [
        {
          id: "papers",
          url: "https://export.arxiv.org/api/query",
          query: { search_query: "all:{term}" },
          response_format: "xml",
          records: "feed.entry",
          pagination: {
            strategy: "offset",
            offset_param: "start",
            limit_param: "max_results",
            limit: 2,
            total_path: "opensearch:totalResults",
          },
          columns: [
            { name: "id" },
            { name: "published", type: "date" },
            { name: "authors", path: "author.name", type: "json" },
            { name: "category", path: "category.@term" },
          ],
        },
      ],
    };
    const { rows, types } = await pullFrom(
      definition,
      answering({
        "GET /api/query?search_query=all%3Aelectron&start=0&max_results=2": {
          text: feed(entry(1, ["A", "B"]) + entry(2, ["C"])),
        },
        "GET /api/query?search_query=all%3Aelectron&start=2&max_results=2": { text: feed(entry(3, ["D"])) },
      }),
      { settings: { term: "electron" } },
    );
    expect(rows[0]).toEqual({
      id: "http://arxiv.org/abs/1",
      published: "2024-01-01T00:00:00Z",
      authors: '["A","B"]',
      category: "cs.LG",
    });
    expect(rows.map((row) => row["id"]?.at(-1))).toEqual(["1", "2", "3"]);
    expect(types).toEqual({ id: "text", published: "timestamptz", authors: "jsonb", category: "text" });
  });

  test("CoinGecko: rows without names by their place, ids as rounds, the demo key in the query", async () => {
    const definition = {
      auth: { type: "apikey", in: "query", name: "x_cg_demo_api_key" },
      operations: [
        {
          id: "prices",
          url: "https://api.coingecko.com/api/v3/coins/{coin}/market_chart?vs_currency=eur&days=1",
          for_each: { coin: "{coins}" },
          include_from_parent: ["coin"],
          records: { path: "prices", shape: "values" },
          columns: [
            { name: "at", path: "value[0]", type: "integer" },
            { name: "eur", path: "value[1]", type: "number" },
          ],
        },
      ],
    };
    const { rows } = await pullFrom(
      definition,
      answering({
        "GET /api/v3/coins/bitcoin/market_chart?vs_currency=eur&days=1&x_cg_demo_api_key=canary-token": ok({
          prices: [
            [1711843200000, 69702.3087473573],
            [1711929600000, 71246.9514406015],
          ],
          market_caps: [],
        }),
        "GET /api/v3/coins/no%2Fcoin/market_chart?vs_currency=eur&days=1&x_cg_demo_api_key=canary-token": {
          status: 404,
          json: { error: "coin not found" },
        },
      }),
      { ...TOKEN, settings: { coins: ["bitcoin", "no/coin"] } },
    );
    expect(rows).toEqual([
      { at: "1711843200000", eur: "69702.3087473573", coin: "bitcoin" },
      { at: "1711929600000", eur: "71246.9514406015", coin: "bitcoin" },
    ]);
  });

  test("Alpha Vantage: an object keyed by date, names with dots and spaces, its limit said in a 200", async () => {
    const definition = {
      auth: { type: "apikey", in: "query", name: "apikey" },
      operations: [
        {
          id: "daily",
          url: "https://www.alphavantage.co/query",
          query: { function: "TIME_SERIES_DAILY", symbol: "{symbol}" },
          records: { path: ["Time Series (Daily)"], shape: "keyed", key_field: "day" },
          columns: [
            { name: "day", type: "date" },
            { name: "open", path: ["1. open"], type: "number" },
            { name: "volume", path: ["5. volume"], type: "integer" },
            { name: "symbol", value: "{symbol}" },
          ],
          response_actions: [
            { path: "Note", action: "retry", wait: 60 },
            { path: ["Error Message"], action: "fail", message_path: ["Error Message"] },
          ],
        },
      ],
    };
    const call = (symbol: string) => `GET /query?function=TIME_SERIES_DAILY&symbol=${symbol}&apikey=canary-token`;
    const api = answering({
      [call("IBM")]: [
        ok({ Note: "5 calls per minute" }),
        ok({
          "Meta Data": { "2. Symbol": "IBM" },
          "Time Series (Daily)": { "2024-05-31": { "1. open": "165.70", "5. volume": "4905979" } },
        }),
      ],
      [call("XX")]: ok({ "Error Message": "Invalid API call." }),
    });
    const good = await pullFrom(definition, api, { ...TOKEN, settings: { symbol: "IBM" } });
    expect(good.rows).toEqual([{ day: "2024-05-31", open: "165.70", volume: "4905979", symbol: "IBM" }]);
    expect(good.sleeps).toEqual([60_000]);
    expect((await pullFrom(definition, api, { ...TOKEN, settings: { symbol: "XX" } })).result.error).toBe(
      "The API reported an error: Invalid API call.",
    );
  });

  test("Google Sheets: a header row, short rows and nameless columns; US Census: the same at the root", async () => {
    const sheet = {
      auth: { type: "apikey", in: "query", name: "key" },
      operations: [
        {
          id: "rows",
          url: "https://sheets.googleapis.com/v4/spreadsheets/{sheet}/values/{range}",
          records: { path: "values", shape: "table", optional: true },
        },
      ],
    };
    const read = await pullFrom(
      sheet,
      answering({
        "GET /v4/spreadsheets/s1/values/Sheet1!A1:C3?key=canary-token": ok({
          range: "Sheet1!A1:C3",
          majorDimension: "ROWS",
          values: [
            ["Name", "", "Name"],
            ["a", "1"],
            ["b", "2", "c", "d"],
          ],
        }),
      }),
      { ...TOKEN, settings: { sheet: "s1", range: "Sheet1!A1:C3" } },
    );
    expect(read.rows).toEqual([
      { Name: "a", column_2: "1", Name_2: null, column_4: null },
      { Name: "b", column_2: "2", Name_2: "c", column_4: "d" },
    ]);
    const census = {
      operations: [
        { url: "https://api.census.gov/data/2020/dec/pl?get=NAME,P1_001N&for=state:*", records: { shape: "table" } },
      ],
    };
    const counted = await pullFrom(
      census,
      answering({
        "GET /data/2020/dec/pl?get=NAME,P1_001N&for=state:*": ok([
          ["NAME", "P1_001N", "state"],
          ["Utah", "3271616", "49"],
        ]),
      }),
    );
    expect(counted.rows).toEqual([{ NAME: "Utah", P1_001N: "3271616", state: "49" }]);
  });

  test("NASA: a next URL without encryption on the same host is asked with it", async () => {
    const definition = {
      auth: { type: "apikey", in: "query", name: "api_key" },
      operations: [
        {
          id: "asteroids",
          url: "https://api.nasa.gov/neo/rest/v1/neo/browse",
          records: "near_earth_objects",
          pagination: { strategy: "link", next_url_path: "links.next" },
        },
      ],
    };
    const { urls, rows } = await pullFrom(
      definition,
      answering({
        "GET /neo/rest/v1/neo/browse?api_key=canary-token": ok({
          links: { next: "http://api.nasa.gov/neo/rest/v1/neo/browse?page=1&api_key=canary-token" },
          near_earth_objects: [{ id: "2000433" }],
        }),
        "GET /neo/rest/v1/neo/browse?page=1&api_key=canary-token": ok({
          links: {},
          near_earth_objects: [{ id: "2000719" }],
        }),
      }),
      TOKEN,
    );
    expect(urls[1]).toBe("https://api.nasa.gov/neo/rest/v1/neo/browse?page=1&api_key=canary-token");
    expect(rows).toHaveLength(2);
  });

  test("OpenAlex: a first cursor in the query that the next ones replace", async () => {
    const definition = {
      operations: [
        {
          id: "works",
          url: "https://api.openalex.org/works",
          query: { cursor: "*", filter: "author.id:{author}" },
          records: "results",
          pagination: { strategy: "cursor", limit_param: "per-page", limit: 200 },
        },
      ],
    };
    const { rows, result } = await pullFrom(
      definition,
      answering({
        "GET /works?cursor=*&filter=author.id%3AA1&per-page=200": ok({
          meta: { count: 2, next_cursor: "IlsxL==" },
          results: [{ id: "W1" }],
          group_by: [],
        }),
        "GET /works?filter=author.id%3AA1&cursor=IlsxL%3D%3D&per-page=200": ok({
          meta: { next_cursor: "end" },
          results: [],
          group_by: [],
        }),
        "GET /works?filter=author.id%3AA1&cursor=end&per-page=200": ok({
          meta: { next_cursor: null },
          results: [],
          group_by: [],
        }),
      }),
      { settings: { author: "A1" } },
    );
    expect(rows).toEqual([{ id: "W1" }]);
    expect(result).toMatchObject({ status: "success", operations: [{ pages: 3, stopReason: "no_cursor" }] });
  });

  test("Wikidata and MediaWiki: bindings by path; an object of parameters that goes on", async () => {
    const sparql = {
      operations: [
        {
          url: "https://query.wikidata.org/sparql",
          query: { format: "json", query: "SELECT ?item { ?item wdt:P31 wd:{class} }" },
          records: "results.bindings",
          columns: [
            { name: "item", path: "item.value" },
            { name: "label", path: "itemLabel.value" },
          ],
        },
      ],
    };
    const found = await pullFrom(
      sparql,
      answering({
        "GET /sparql?format=json&query=SELECT%20%3Fitem%20%7B%20%3Fitem%20wdt%3AP31%20wd%3AQ146%20%7D": ok({
          head: { vars: ["item"] },
          results: { bindings: [{ item: { type: "uri", value: "http://w/Q1" } }] },
        }),
      }),
      { settings: { class: "Q146" } },
    );
    expect(found.rows).toEqual([{ item: "http://w/Q1", label: null }]);
    const wiki = {
      operations: [
        {
          url: "https://en.wikipedia.org/w/api.php?action=query&list=allpages&format=json",
          records: "query.allpages",
          pagination: { strategy: "cursor", cursor_path: "continue" },
        },
      ],
    };
    const pages = await pullFrom(
      wiki,
      answering({
        "GET /w/api.php?action=query&list=allpages&format=json": ok({
          continue: { apcontinue: "B&B", continue: "-||" },
          query: { allpages: [{ pageid: 1 }] },
        }),
        "GET /w/api.php?action=query&list=allpages&format=json&apcontinue=B%26B&continue=-%7C%7C": ok({
          query: { allpages: [{ pageid: 2 }] },
        }),
      }),
    );
    expect(pages.rows).toEqual([{ pageid: "1" }, { pageid: "2" }]);
  });

  test("X and Mastodon: ids of 64 bits stay whole, as rows, as cursor and as the next start", async () => {
    const definition = {
      operations: [
        {
          id: "posts",
          url: "https://api.test/timeline",
          pagination: { strategy: "cursor", cursor_field: "id", cursor_param: "max_id" },
          incremental: { cursor_field: "id", start_param: "since_id" },
          primary_key: "id",
        },
      ],
    };
    const { rows, result } = await pullFrom(
      definition,
      answering({
        "GET /timeline?since_id=9007199254740993": { text: '[{"id":1793650000000000003},{"id":1793650000000000001}]' },
        "GET /timeline?max_id=1793650000000000001&since_id=9007199254740993": ok([]),
      }),
      { cursors: new Map([["posts", "9007199254740993"]]) },
    );
    expect(rows).toEqual([{ id: "1793650000000000003" }, { id: "1793650000000000001" }]);
    expect(result.operations[0]?.cursor).toBe("1793650000000000003");
  });
});

describe("search, events, accounts", () => {
  test("Elasticsearch: the last row's sort values are a list that goes on in the body", async () => {
    const definition = {
      operations: [
        {
          id: "hits",
          method: "POST",
          url: "https://es.test/logs/_search",
          body_template: { size: 2, sort: ["at"] },
          records: "hits.hits",
          pagination: { strategy: "cursor", in: "body", cursor_field: "sort", cursor_param: "search_after" },
          columns: [
            { name: "id", path: "_id" },
            { name: "at", path: "_source.at", type: "integer" },
          ],
        },
      ],
    };
    const { rows, result } = await pullFrom(
      definition,
      answering({
        'POST /logs/_search {"size":2,"sort":["at"]}': ok({
          hits: {
            hits: [
              { _id: "a", _source: { at: 1 }, sort: [1, "a"] },
              { _id: "b", _source: { at: 2 }, sort: [2, "b"] },
            ],
          },
        }),
        'POST /logs/_search {"size":2,"sort":["at"],"search_after":[2,"b"]}': ok({ hits: { hits: [] } }),
      }),
    );
    expect(result.status).toBe("success");
    expect(rows).toEqual([
      { id: "a", at: "1" },
      { id: "b", at: "2" },
    ]);
  });

  test("USGS: GeoJSON in windows, an offset that counts from 1", async () => {
    const definition = {
      operations: [
        {
          id: "quakes",
          url: "https://earthquake.usgs.gov/fdsnws/event/1/query?format=geojson",
          records: "features",
          pagination: { strategy: "offset", limit_param: "limit", limit: 2, start: 1 },
          incremental: {
            cursor_field: "properties.time",
            start_param: "starttime",
            end_param: "endtime",
            window: "P10D",
            initial_value: "2025-06-01",
            format: "%Y-%m-%d",
          },
          columns: [
            { name: "id" },
            { name: "mag", path: "properties.mag", type: "number" },
            { name: "lon", path: "geometry.coordinates[0]" },
          ],
        },
      ],
    };
    const call = (offset: number, from: string, to: string) =>
      `GET /fdsnws/event/1/query?format=geojson&offset=${offset}&limit=2&starttime=${from}&endtime=${to}`;
    const quake = (id: string, time: number) => ({
      type: "Feature",
      id,
      properties: { mag: 4.5, time },
      geometry: { coordinates: [-70.1, -20.2, 10] },
    });
    const { rows, result } = await pullFrom(
      definition,
      answering({
        [call(1, "2025-06-01", "2025-06-11")]: ok({
          features: [quake("q1", 1748900000000), quake("q2", 1748800000000)],
        }),
        [call(3, "2025-06-01", "2025-06-11")]: ok({ features: [] }),
        [call(1, "2025-06-11", "2025-06-15")]: ok({ features: [quake("q3", 1749900000000)] }),
        [call(2, "2025-06-11", "2025-06-15")]: ok({ features: [] }),
      }),
    );
    expect(rows.map((row) => row["id"])).toEqual(["q1", "q2", "q3"]);
    expect(result.operations[0]?.cursor).toBe("1749900000000");
    const next = await pullFrom(definition, () => ok({ features: [] }), {
      cursors: new Map([["quakes", "1749900000000"]]),
    });
    expect(next.urls).toEqual([
      "https://earthquake.usgs.gov/fdsnws/event/1/query?format=geojson&offset=1&limit=2&starttime=2025-06-14&endtime=2025-06-15",
    ]);
  });

  test("Dynamics and Harvest: a next URL under a key with a dot; a page number as the cursor; Xero: the start in a header", async () => {
    const odata = await pullFrom(
      {
        operations: [
          {
            url: "https://org.crm.test/api/data/v9.2/accounts",
            records: "value",
            pagination: { strategy: "link", next_url_path: ["@odata.nextLink"] },
          },
        ],
      },
      answering({
        "GET /api/data/v9.2/accounts": ok({
          "@odata.context": "x",
          value: [{ "@odata.etag": "1", name: "A" }],
          "@odata.nextLink": "https://org.crm.test/api/data/v9.2/accounts?$skiptoken=%3Ccookie%3E",
        }),
        "GET /api/data/v9.2/accounts?$skiptoken=%3Ccookie%3E": ok({ value: [{ name: "B" }] }),
      }),
    );
    expect(odata.rows.map((row) => row["name"])).toEqual(["A", "B"]);
    const harvest = await pullFrom(
      {
        operations: [
          {
            url: "https://api.harvestapp.com/v2/clients",
            records: "clients",
            pagination: { strategy: "cursor", cursor_param: "page", cursor_path: "next_page" },
          },
        ],
      },
      answering({
        "GET /v2/clients": ok({ clients: [{ id: 1 }], next_page: 2 }),
        "GET /v2/clients?page=2": ok({ clients: [{ id: 2 }], next_page: null }),
      }),
    );
    expect(harvest.rows).toHaveLength(2);
    const xero = {
      operations: [
        {
          id: "invoices",
          url: "https://api.xero.com/api.xro/2.0/Invoices",
          headers: { "If-Modified-Since": "{incremental.start}" },
          records: "Invoices",
          incremental: { cursor_field: "UpdatedAt", format: "%a, %d %b %Y %T GMT" },
        },
      ],
    };
    const since = async (cursor?: string) =>
      new Map(
        (
          await pullFrom(
            xero,
            () => ok({ Invoices: [] }),
            cursor === undefined ? {} : { cursors: new Map([["invoices", cursor]]) },
          )
        ).requests[0]?.headers,
      ).get("If-Modified-Since");
    expect(await since("2024-05-31T10:00:00")).toBe("Fri, 31 May 2024 10:00:00 GMT");
    expect(await since()).toBeUndefined();
  });
});

describe("the small form", () => {
  const small = async (operation: object, api: Parameters<typeof pullFrom>[1], more: object = {}) =>
    pullFrom(
      {
        ...more,
        operations: [{ id: "items", name: "Items", method: "GET", url: "https://api.test/items", ...operation }],
      },
      api,
      { ...TOKEN, settings: { q: ["a", "b"] } },
    );

  test.each([
    [
      [{ a: 1 }, { a: 2 }],
      [{ a: "1" }, { a: "2" }],
    ],
    [{ meta: { n: 2 }, tags: ["x"], data: [{ a: 1 }] }, [{ a: "1" }]],
    [{ left: [{ a: 1 }], right: [{ a: 2 }] }, [{ left: '[{"a":1}]', right: '[{"a":2}]' }]],
    [{ base: "EUR", rate: { usd: 1.08 } }, [{ base: "EUR", rate__usd: "1.08" }]],
  ])("takes the rows of %j", async (answer, rows) => {
    expect((await small({}, () => ok(answer))).rows).toEqual(rows);
  });

  test.each<[object, (next: string) => object]>([
    [{}, (next) => ({ next_cursor: next })],
    [{}, (next) => ({ meta: { next_cursor: next } })],
    [{}, (next) => ({ pagination: { next_cursor: next } })],
    [{}, (next) => ({ paging: { next: { after: next } } })],
  ])("finds the next cursor where it mostly is (%#)", async (_none, more) => {
    const { urls, result } = await small(
      { pagination: { strategy: "cursor", cursor_param: "after" } },
      (_request, number) => ok({ items: [{ n: number }], ...(number < 3 ? more(`c${number}`) : {}) }),
    );
    expect(urls).toEqual([
      "https://api.test/items",
      "https://api.test/items?after=c1",
      "https://api.test/items?after=c2",
    ]);
    expect(result).toMatchObject({ status: "success", rows: 3 });
  });

  test("sends a limit only under a name, 100 of its own accord, and an empty page ends it, a short one does not", async () => {
    const pages = [ok([{ a: 1 }, { a: 2 }]), ok([{ a: 3 }]), ok([])];
    const page = (pagination: object) =>
      small({ pagination }, (_request, number) => pages[number - 1] ?? { status: 500 });
    expect((await page({ strategy: "page", page_param: "p" })).urls.map((url) => new URL(url).search)).toEqual([
      "?p=1",
      "?p=2",
      "?p=3",
    ]);
    expect(
      (await page({ strategy: "offset", offset_param: "o", limit_param: "n" })).urls.map((url) => new URL(url).search),
    ).toEqual(["?o=0&n=100", "?o=2&n=100", "?o=3&n=100"]);
  });

  test("signs as the auth says and goes through the values of a multiple field", async () => {
    const sent = async (auth: object) => (await small({}, () => ok([]), { auth })).requests[0];
    expect(
      (await sent({ type: "bearer", in: "header", format: "Bearer {token}", fields: [{ key: "token" }] }))?.headers,
    ).toContainEqual(["Authorization", "Bearer canary-token"]);
    expect((await sent({ type: "apikey", fields: [{ key: "token" }] }))?.headers).toContainEqual([
      "X-API-Key",
      "canary-token",
    ]);
    expect((await sent({ type: "apikey", in: "query", fields: [{ key: "token" }] }))?.url.search).toBe(
      "?token=canary-token",
    );
    const { urls, rows } = await small(
      { url: "https://api.test/items?q={q}", params_fields: [{ key: "q", multiple: true }] },
      () => ok([{ n: 1 }]),
    );
    expect(urls).toEqual(["https://api.test/items?q=a", "https://api.test/items?q=b"]);
    expect(rows).toEqual([
      { n: "1", q: "a" },
      { n: "1", q: "b" },
    ]);
  });
});

describe("primary keys", () => {
  const keyed = (primary_key: unknown, more: object = {}) =>
    pullFrom({ operations: [{ url: "https://api.test/x", primary_key, ...more }] }, () =>
      ok([{ id: 1, country: { code: "CL" } }]),
    );
  test("name columns, fields inside objects by their path; a column that no row has is said", async () => {
    const parsed = parseDefinition({
      protocol: "rest",
      operations: [
        { url: "https://api.test/x", primary_key: ["id", "country.code", "a.b"], columns: [{ name: "a.b" }] },
      ],
    });
    expect(parsed.ok && parsed.definition.operations[0]?.primaryKey).toEqual(["id", "country__code", "a.b"]);
    expect((await keyed(["id", "country.code"])).result.warnings).toEqual([]);
    expect((await keyed(["id", "uuid"])).result.warnings).toEqual([
      'No row has "uuid", which primary_key names: rows that come again are not recognised.',
    ]);
  });
});

describe("misbehaving", () => {
  const paged = (pagination: object) => ({ operations: [{ url: "https://api.test/x", records: "rows", pagination }] });
  test.each<[string, object, Reply[], RegExp]>([
    [
      "the same cursor twice",
      { strategy: "cursor", cursor_path: "next" },
      [ok({ rows: [{}], next: "a" })],
      /same cursor twice/,
    ],
    [
      "the same URL twice",
      { strategy: "link", next_url_path: "next" },
      [ok({ rows: [{ a: 1 }], next: "/x?p=2" })],
      /same next URL twice/,
    ],
    [
      "more pages than max_pages",
      { strategy: "page", max_pages: 3 },
      [1, 2, 3].map((a) => ok({ rows: [{ a }] })),
      /3 pages \(max_pages\)/,
    ],
    [
      "a next URL with a password",
      { strategy: "link", next_url_path: "next" },
      [ok({ rows: [], next: "https://u:p@api.test/x" })],
      /user name or password/,
    ],
  ])("%s ends with an error, never as success", async (_what, pagination, replies, message) => {
    const { result } = await pullFrom(
      paged(pagination),
      (_request, number) => replies[Math.min(number, replies.length) - 1] ?? { status: 500 },
    );
    expect(result).toMatchObject({ status: "failed", error: expect.stringMatching(message), rows: 0 });
  });

  test("an empty page in the middle does not end a cursor; 204 does", async () => {
    const { rows, result } = await pullFrom(
      paged({ strategy: "cursor", cursor_path: "next" }),
      answering({
        "GET /x": ok({ rows: [{ a: 1 }], next: 1 }),
        "GET /x?cursor=1": ok({ rows: [], next: 2 }),
        "GET /x?cursor=2": ok({ rows: null, next: 3 }),
        "GET /x?cursor=3": { status: 204 },
      }),
    );
    expect(rows).toEqual([{ a: "1" }]);
    expect(result).toMatchObject({ status: "success", operations: [{ stopReason: "empty_answer", pages: 4 }] });
  });

  test("waits until the date of Retry-After, or as long as is allowed and says so", async () => {
    const at = (seconds: number) => new Date(1_750_000_000_000 + seconds * 1_000).toUTCString();
    const dated = await pullFrom({ operations: [{ url: "https://api.test/x" }] }, (_request, number) =>
      number === 1
        ? { status: 503, headers: { "retry-after": at(90) } }
        : number === 2
          ? { status: 429, headers: { "Retry-After": at(4_000) } }
          : ok([]),
    );
    expect(dated.sleeps).toEqual([90_000, 300_000]);
    expect(dated.result.warnings).toEqual(["The API asked to wait 3910 s; waited 300 s, the longest allowed."]);
  });

  test("pages by a header and by the body's dot path", async () => {
    const header = await pullFrom(paged({ strategy: "page", in: "header", page_param: "X-Page" }), (request, number) =>
      ok({ rows: number < 3 ? [{ page: new Map(request.headers).get("X-Page") }] : [] }),
    );
    expect(header.rows).toEqual([{ page: "1" }, { page: "2" }]);
    const body = await pullFrom(
      {
        operations: [
          {
            method: "POST",
            url: "https://api.test/x",
            body_template: { paging: { size: 2 } },
            records: "rows",
            pagination: { strategy: "offset", in: "body", offset_param: "paging.from", start: 1 },
          },
        ],
      },
      answering({
        'POST /x {"paging":{"size":2,"from":1}}': ok({ rows: [{ a: 1 }, { a: 2 }] }),
        'POST /x {"paging":{"size":2,"from":3}}': ok({ rows: [] }),
      }),
    );
    expect(body.rows).toHaveLength(2);
    const cursor = await pullFrom(paged({ strategy: "cursor", cursor_header: "X-Next" }), (request, number) =>
      ok({ rows: [{ asked: request.url.search }] }, number < 2 ? { "x-next": "n1" } : {}),
    );
    expect(cursor.rows).toEqual([{ asked: "" }, { asked: "?cursor=n1" }]);
  });
});
