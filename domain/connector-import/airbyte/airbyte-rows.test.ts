import { describe, expect, test } from "vitest";
import {
  imported,
  manifest,
  only,
  param,
  type Parts,
  refused,
  spec,
  stream,
} from "#testing/imports/orchard-manifest.ts";
import { importAirbyte } from "./airbyte-definition.ts";

const lossesOf = (parts: Parts) => only(parts).lost.map(({ place, feature }) => `${feature} ${place}`);

describe("records", () => {
  test("are found by the path of the extractor", () => {
    const records = (field_path: string[]) =>
      only({ selector: { extractor: { type: "DpathExtractor", field_path } } }).first.records;
    expect(records([])).toBe("$");
    expect(records(["data", "rows"])).toBe("data.rows");
    expect(records(["data", "*", "rows"])).toBe("data[*].rows");
    expect(records(["@odata.rows"])).toEqual(["@odata.rows"]);
  });

  test("several of one", () => {
    const record_expander = { type: "RecordExpander", expand_records_from_field: ["lines", "data"] };
    const extractor = { type: "DpathExtractor", field_path: ["data"], record_expander };
    expect(only({ selector: { extractor } }).first.records).toEqual({
      path: "data",
      expand: "lines.data",
      optional: true,
    });
  });

  test.each([
    [{ type: "JsonDecoder" }, {}],
    [{ type: "JsonlDecoder" }, { response_format: "ndjson" }],
    [{ type: "XmlDecoder" }, { response_format: "xml" }],
    [
      { type: "GzipDecoder", decoder: { type: "CsvDecoder", delimiter: ";" } },
      { response_format: "csv", delimiter: ";" },
    ],
  ])("come out of the decoder %j", (decoder, keys) => {
    const { response_format, delimiter } = only({ decoder }).first;
    expect({ ...(response_format ? { response_format } : {}), ...(delimiter ? { delimiter } : {}) }).toEqual(keys);
  });

  test("a decoder that the language does not have loses rows", () => {
    expect(refused(manifest([stream("trees", { decoder: { type: "ZipfileDecoder" } })]))).toEqual([
      "decoder streams[0].retriever.decoder",
    ]);
  });

  const older = {
    any: [
      { path: "age", gt: 3 },
      { path: "age", equals: 3 },
    ],
  };
  const filtered = (condition: string) => ({
    selector: { extractor: { field_path: ["data"] }, record_filter: { condition } },
  });
  test.each([
    ["{{ record['kind'] == 'apple' }}", [{ path: "kind", equals: "apple" }]],
    ["{{ record.get('sold', {}).get('at') is not none }}", [{ path: "sold.at", exists: true }]],
    [
      "{{ record.kind in ['a', 'b'] and record.live is true }}",
      [
        { path: "kind", in: ["a", "b"] },
        { path: "live", equals: true },
      ],
    ],
    ["{{ record.size > 3 and 3 <= record.age }}", [{ path: "size", gt: 3 }, older]],
    ["{{ record.kind not in ['a', none] }}", [{ path: "kind", not: ["a"], exists: true }]],
    ["{{ not (record.kind == 'a' or 'old' in record.tags) }}", null],
    ["{{ not (record.kind == 'a' or record.age < 3) }}", [{ all: [{ path: "kind", not: "a" }, older] }]],
    [
      "{{ 'old' in record.tags or record.kind == config['kind'] }}",
      [
        {
          any: [
            {
              any: [
                { path: "tags", contains: "old" },
                { path: "tags.old", exists: true },
              ],
            },
            { path: "kind", equals: "{kind}" },
          ],
        },
      ],
    ],
  ])("are chosen by %s", (condition, filter) => {
    expect(only(filtered(condition)).first.filter ?? null).toEqual(filter);
  });

  const several = (path: string, ...each: object[]) => [{ any: each.map((keys) => ({ path, ...keys })) }];
  test.each([
    ["record.status | string == '200'", [{ path: "status", in: ["200", 200] }]],
    ["record.live | string not in ['True', 'a']", [{ path: "live", not: ["True", true, "a"] }]],
    ["record.status | string > '5'", [{ path: "status", gt: "5" }]],
    ["record.size | int > 3", several("size", { gt: 4 }, { in: [4, "4"] })],
    ["record.size | int <= 3", several("size", { lt: 4 }, { exists: false })],
    ["3 > record.size | float", several("size", { lt: 3 }, { exists: false })],
    ["record.size | float > 0", [{ path: "size", gt: 0 }]],
    ["'id' in record", [{ path: "id", exists: true }]],
    [
      "'id' in record.owner",
      [
        {
          any: [
            { path: "owner", contains: "id" },
            { path: "owner.id", exists: true },
          ],
        },
      ],
    ],
  ])("are compared as the source casts them: %s", (condition, filter) => {
    const { first, lost } = only(filtered(`{{ ${condition} }}`));
    expect([first.filter, lost]).toEqual([filter, []]);
  });

  test.each([
    "record.status | int == 200",
    "record.status | int in [200, 404]",
    "record.status | float != 1",
    "record.status | string == 200",
    "record.status | string == 'None'",
    "record.size | int >= 0",
    "record.size | float < -1",
    "record.kind | trim == 'a'",
    "'a' in record.kind | string",
  ])("are not chosen by a cast that no value tells: %s", (condition) => {
    const { first, lost } = only(filtered(`{{ ${condition} }}`));
    expect([first.filter, lost.map(({ feature }) => feature)]).toEqual([undefined, ["record-filter"]]);
  });

  test("all of them come if a condition cannot be written, which is told", () => {
    expect(lossesOf(filtered("{{ record.size % 3 == 0 }}"))).toEqual([
      "record-filter streams[0].retriever.record_selector.record_filter.condition",
    ]);
  });
});

describe("transformations", () => {
  const added = (value: string, ...path: string[]) => ({
    type: "AddFields",
    fields: [{ type: "AddedFieldDefinition", path: path.length === 0 ? ["extra"] : path, value }],
  });

  test("a field that is already in the row is told; key and cursor follow it", () => {
    const { first, lost, notes } = only({
      stream: { transformations: [added("{{ record['meta']['id'] }}", "id")], primary_key: [["id"], ["kind"]] },
    });
    expect([first.primary_key, first.columns, lost]).toEqual([
      ["id", "kind"],
      { add: [{ name: "id", path: "meta.id" }] },
      [],
    ]);
    expect(notes).toEqual([]);
  });

  test.each([
    ["{{ record['a']['b'] }}", { path: "a.b" }],
    ["{{ record.get('a', 'none') }}", { path: "a", default: "none" }],
    ["{{ record.a.get('id') or record.b.get('id') }}", { first_of: ["a.id", "b.id"] }],
    ["{{ record.first }} {{ record['name']['last'] }}", { value: "{row.first} {row.name.last}" }],
    ["{{ '-'.join([record['a'], record['b']]) }}", { value: "{row.a}-{row.b}" }],
    ["{{ record.a ~ '/' ~ config['kind'] }}", { value: "{row.a}/{kind}" }],
    [
      "{{ record.a.replace(',', '.').replace(' ', '') }}",
      {
        path: "a",
        replace: [
          { from: ",", to: "." },
          { from: " ", to: "" },
        ],
      },
    ],
    ["{{ record.a or record.b or 'none' }}", { first_of: ["a", "b"], default: "none" }],
    ["{{ record.a or 'none' }}", { first_of: ["a"], default: "none" }],
    ["{{ record.a.strip('/') }}", { path: "a", strip: "/" }],
    ["{{ record.a | trim }}", { path: "a", strip: true }],
    ["orchard", { value: "orchard" }],
  ])("a field is added: %s", (value, column) => {
    const spec = { connection_specification: { type: "object", properties: { kind: { type: "string" } } } };
    const { first, lost } = only({ stream: { transformations: [added(value)] } }, { spec });
    expect([first.columns, lost]).toEqual([{ add: [{ name: "extra", ...column }] }, []]);
  });

  test.each([
    "{{ record.a | hash('md5') }}",
    "{{ record.a.split('T')[0] }}",
    "{{ record.a or record.b or record.c | trim }}",
    "{{ record.a or 'none' or record.b }}",
    "{{ record.a or now_utc() }}",
    "{{ (record.a or 'a,b').replace(',', '.') }}",
    "{{ record.a | trim }} {{ now_utc() }}",
    "{{ config['token'] }}",
    "{row.a}",
  ])("a field has no form: %s", (value) => {
    const spec = {
      connection_specification: { type: "object", properties: { token: { type: "string", airbyte_secret: true } } },
    };
    const { first, lost } = only({ stream: { transformations: [added(value)] } }, { spec });
    expect([first.columns, lost]).toMatchObject([undefined, [{ feature: "added-field" }]]);
  });

  test("a field that is changed in its place is a column of its own name", () => {
    const price = added("{{ record['price'].replace(',', '.') }}", "price");
    const replace = [{ from: ",", to: "." }];
    expect(only({ stream: { transformations: [price] } }).first.columns).toEqual({
      add: [{ name: "price", path: "price", replace }],
    });
    const again = [added("pears", "price"), added("{{ record.cost }}", "price")];
    expect(only({ stream: { transformations: again } }).first.columns).toEqual({
      add: [{ name: "price", path: "cost" }],
    });
  });

  test("the first of several fields counts 0 as a value, which is told", () => {
    const { notes } = only({ stream: { transformations: [added("{{ record.a or record.b }}")] } });
    expect(notes).toMatchObject([{ place: "streams[0].transformations[0].fields[0].value" }]);
  });

  const remove = (...field_pointers: string[][]) => ({ type: "RemoveFields", field_pointers });
  const names = { type: "KeysToSnakeCase" };
  test.each([
    ["an added field", [added("{{ record.id }}", "id2"), added("{{ record.id2 ~ '-x' }}")], { value: "{row.id}-x" }],
    ["a part of one", [added("{{ record.meta }}", "m"), added("{{ record.m.id }}")], { path: "meta.id" }],
    ["its own field", [added("{{ record.id }}", "id"), added("{{ record.id }}")], { path: "id" }],
    ["another field", [remove(["id"]), added("{{ record.key }}")], { path: "key" }],
  ])("a field of %s is read from the answer", (_of, transformations, column) => {
    const { first, lost } = only({ stream: { transformations } });
    const { add } = first.columns as { add: object[] };
    expect([add.at(-1), lost]).toEqual([{ name: "extra", ...column }, []]);
  });

  test.each([
    ["a changed field", [added("{{ record.id | trim }}", "id2"), added("{{ record.id2 }}")]],
    ["a cast field", [added("{{ record.id | int }}", "id2"), added("{{ record.id2 }}")]],
    ["a lost field", [added("{{ now_utc() }}", "id2"), added("{{ record.id2 ~ '-x' }}")]],
    ["an object with a new part", [added("{{ record.id }}", "meta", "id"), added("{{ record.meta }}")]],
    ["a removed field", [remove(["meta"]), added("{{ record.meta.id }}")]],
    ["a renamed field", [names, added("{{ record.id }}")]],
    ["a flattened object", [{ type: "DpathFlattenFields", field_path: ["meta"] }, added("{{ record.id }}")]],
  ])("a field of %s is lost", (_of, transformations) => {
    const { lost } = only({ stream: { transformations } });
    expect(lost.at(-1)).toMatchObject({ feature: "added-field", message: expect.stringContaining('"extra"') });
  });

  test("an added field that is removed again is no column, and renamed fields stay", () => {
    const gone = only({ stream: { transformations: [added("{{ record.id }}"), remove(["extra"])] } });
    expect(gone.first.columns).toEqual({ drop: ["extra"] });
    const renamed = only({ stream: { transformations: [names, remove(["id"])] } });
    expect([renamed.first.columns, renamed.notes.length]).toEqual([undefined, 2]);
  });

  test.each([
    ["columns and removals", (at: number) => [`c${at}`], 800],
    ["long names", (at: number) => [`${at}`.padStart(20_000, "x")], 200],
  ])("many %s are refused, not compared with each other", (_of, path, count) => {
    const numbers = Array.from({ length: count }, (_each, at) => at);
    const transformations = [
      ...numbers.map((at) => added("{{ record.id }}", ...path(at))),
      ...numbers.map((at) => remove(path(at + count))),
    ];
    const made = importAirbyte(manifest([stream("trees", { stream: { transformations } })]));
    expect(made).toMatchObject({ ok: false, tooLarge: true });
  });

  test.each([
    [true, "{{ record.id }}", [{ path: "id", equals: "a" }]],
    [true, "{{ record.id | trim }}", undefined],
    [false, "{{ record.id | trim }}", [{ path: "extra", equals: "a" }]],
    [undefined, "{{ record.id | trim }}", [{ path: "extra", equals: "a" }]],
  ])("a filter sees added fields if it comes last: %s, %s", (transform_before_filtering, value, filter) => {
    const record_filter = { condition: "{{ record.extra == 'a' }}" };
    const selector = { extractor: { field_path: ["data"] }, record_filter, transform_before_filtering };
    const { first, lost } = only({ selector, stream: { transformations: [added(value)] } });
    expect([first.filter, lost.map(({ feature }) => feature)]).toEqual([
      filter,
      filter === undefined ? ["record-filter"] : [],
    ]);
  });

  test("fields are dropped by their names, and stay where a pattern names them", () => {
    const plain = only({ stream: { transformations: [remove(["links"], ["owner", "a.b"])] } });
    expect([plain.first.columns, plain.notes]).toEqual([{ drop: ["links", ["owner", "a.b"]] }, []]);
    const starred = only({ stream: { transformations: [remove(["**", "links"])] } });
    expect([starred.first.columns, starred.notes.length]).toEqual([undefined, 1]);
  });

  test("another field is lost with its text; other transformations are told", () => {
    const made = only({ stream: { transformations: [added("{{ now_utc() }}"), { type: "KeysToSnakeCase" }] } });
    expect(made.lost).toEqual([
      {
        place: "streams[0].transformations[0].fields[0].value",
        feature: "added-field",
        message: 'The field "extra" cannot be added: {{ now_utc() }}',
      },
    ]);
    expect(made.notes).toHaveLength(1);
    expect(lossesOf({ stream: { transformations: [{ type: "CustomTransformation", class_name: "a.B" }] } })).toEqual([
      "transformation streams[0].transformations[0]",
    ]);
  });
});

describe("paginators", () => {
  const short = { stop_on_short_page: true, limit: 10 };
  const paged = (strategy: object, rest: object = { page_token_option: param("p") }) =>
    only({ paginator: { pagination_strategy: strategy, ...rest } }).first.pagination;

  test("count pages and rows", () => {
    const size = { page_token_option: param("p"), page_size_option: param("n") };
    expect(paged({ type: "PageIncrement", start_from_page: 1, page_size: 50 }, size)).toEqual({
      ...{ strategy: "page", page_param: "p", limit_param: "n", limit: 50 },
    });
    expect(paged({ type: "PageIncrement" })).toEqual({ strategy: "page", page_param: "p", start: 0 });
    expect(paged({ type: "OffsetIncrement", page_size: "25" }, size)).toEqual({
      ...{ strategy: "offset", offset_param: "p", limit_param: "n", limit: 25 },
    });
  });

  test.each([
    ["{{ response.meta.next }}", undefined, { cursor_path: "meta.next" }],
    [
      "{{ response.get('meta', {}).get('next') }}",
      "{{ not response.get('meta', {}).get('next') }}",
      { cursor_path: "meta.next" },
    ],
    ["{{ response['next'] }}", "{{ not response.more }}", { cursor_path: "next", has_more_path: "more" }],
    ["{{ response.next }}", "{{ last_page_size == 0 }}", { cursor_path: "next", has_more_path: "data[0]" }],
    ["{{ last_records[-1]['id'] }}", "{{ not response.has_more }}", { cursor_field: "id", has_more_path: "has_more" }],
    ["{{ last_record.id }}", "{{ last_page_size < 10 }}", { cursor_field: "id" }],
    ["{{ headers['x-next'] }}", undefined, { cursor_header: "x-next" }],
  ])("hand on the cursor %s until %s", (cursor_value, stop_condition, keys) => {
    const strategy = { type: "CursorPagination", cursor_value, ...(stop_condition ? { stop_condition } : {}) };
    expect(paged(strategy)).toEqual({ strategy: "cursor", cursor_param: "p", ...keys });
  });

  test.each([
    ["{{ response.is_last }}", { stop: { path: "is_last", in: [true, 1, "true", "1"] } }],
    ["{{ response.status == 'done' }}", { stop: { path: "status", equals: "done" } }],
    ["{{ headers['x-last'] == 'yes' }}", { stop: { header: "x-last", equals: "yes" } }],
    ["{{ last_page_size < 10 or response.left == 'none' }}", { stop: { path: "left", equals: "none" }, ...short }],
    ["{{ response.data | length < config['rows'] }}", short],
    ["{{ not response.next or response.left < 1 }}", { stop: { path: "left", lt: 1 } }],
    ["{{ response.more is false }}", { stop: { path: "more", equals: false } }],
    ["{{ response.count == 0 }}", { stop: { path: "count", equals: 0 } }],
    [
      "{{ response.count == 0 and response.page > 1 }}",
      {
        stop: {
          all: [
            { path: "count", equals: 0 },
            { path: "page", gt: 1 },
          ],
        },
      },
    ],
    [
      "{{ not response.more and response.page > 1 }}",
      {
        stop: {
          all: [
            {
              any: [
                { path: "more", exists: false },
                { path: "more", in: [false, 0, ""] },
              ],
            },
            { path: "page", gt: 1 },
          ],
        },
      },
    ],
  ])("end where the answer says %s", (stop_condition, keys) => {
    const strategy = { type: "CursorPagination", cursor_value: "{{ response.next }}", page_size: 10, stop_condition };
    const spec = {
      connection_specification: { type: "object", properties: { rows: { type: "integer", default: 10 } } },
    };
    const made = only({ paginator: { pagination_strategy: strategy, page_token_option: param("p") } }, { spec });
    expect(made.first.pagination).toEqual({ strategy: "cursor", cursor_param: "p", cursor_path: "next", ...keys });
  });

  test("follow an address of the answer or of the Link header", () => {
    const path = { page_token_option: { type: "RequestPath" } };
    expect(paged({ type: "CursorPagination", cursor_value: "{{ response.links.next }}" }, path)).toEqual({
      ...{ strategy: "link", next_url_path: "links.next" },
    });
    expect(paged({ type: "CursorPagination", cursor_value: "{{ headers['link']['next']['url'] }}" }, path)).toEqual({
      strategy: "link",
    });
  });

  test("put the page into the request where that says so", () => {
    const { first } = only({
      requester: {
        http_method: "POST",
        request_body_json: { paging: { cursor: "{{ next_page_token['next_page_token'] }}" }, all: true },
      },
      paginator: { pagination_strategy: { type: "CursorPagination", cursor_value: "{{ response.next }}" } },
    });
    expect(first).toMatchObject({
      body_template: { all: true },
      pagination: { strategy: "cursor", cursor_param: "paging.cursor", cursor_path: "next", in: "body" },
    });
  });

  test.each([
    ["paginator", { type: "CursorPagination", cursor_value: "{{ response.page + 1 }}" }, "cursor_value"],
    [
      "stop-condition",
      {
        type: "CursorPagination",
        cursor_value: "{{ response.next }}",
        stop_condition: "{{ response.page >= response.pages }}",
      },
      "stop_condition",
    ],
  ])("lose rows by a %s without a form", (feature, pagination_strategy, key) => {
    const document = manifest([stream("trees", { paginator: { pagination_strategy, page_token_option: param("p") } })]);
    expect(refused(document)).toEqual([`${feature} streams[0].retriever.paginator.pagination_strategy.${key}`]);
  });
});

describe("partition routers", () => {
  test("a list of fixed values, and one that a setting holds", () => {
    const fixed = only({
      router: {
        type: "ListPartitionRouter",
        cursor_field: "kind",
        values: ["apple", "pear"],
        request_option: param("k"),
      },
    });
    expect(fixed.first).toMatchObject({ query: { k: "{kind}" }, for_each: { kind: "{kind_values}" } });
    expect(fixed.definition.params_fields).toMatchObject([
      { key: "kind_values", multiple: true, options: ["apple", "pear"], default: ["apple", "pear"] },
    ]);
    const own = only(
      {
        router: { type: "ListPartitionRouter", cursor_field: "kind", values: "{{ config['kinds'] }}" },
        requester: { path: "/{{ stream_partition.kind }}/trees" },
      },
      { spec: spec({ kinds: { type: "array", items: { type: "string" } } }) },
    );
    expect(own.first).toMatchObject({ url: "/{kind}/trees", for_each: { kind: "{kinds}" } });
  });

  const child = (name: string, of: object, rest: Parts = {}, config: object = {}) =>
    stream(name, {
      router: {
        type: "SubstreamPartitionRouter",
        parent_stream_configs: [
          { type: "ParentStreamConfig", stream: of, parent_key: "id", partition_field: "tree_id", ...config },
        ],
      },
      requester: { path: "/trees/{{ stream_slice.tree_id }}/leaves" },
      ...rest,
    });

  test("the rows of another stream, which is taken too", () => {
    const trees = stream("trees");
    const made = imported(manifest([trees, child("leaves", trees)]), ["leaves"]);
    expect(made.operations).toMatchObject([
      { id: "leaves", url: "/trees/{tree_id}/leaves", for_each: { tree_id: "trees.id" } },
      { id: "trees" },
    ]);
    expect(made.notes).toMatchObject([{ message: "Another stream goes through it, so it was taken too." }]);
  });

  test("the rows of rows of another stream, with the key of the first", () => {
    const trees = stream("trees");
    const leaves = child("leaves", trees);
    const cells = child(
      "cells",
      leaves,
      { requester: { path: "/trees/{{ stream_slice.parent_slice.tree_id }}/leaves/{{ stream_slice.leaf_id }}" } },
      { partition_field: "leaf_id" },
    );
    const made = imported(manifest([trees, leaves, cells]));
    expect(made.operations).toMatchObject([
      { id: "trees" },
      { id: "leaves", include_from_parent: ["tree_id"] },
      { id: "cells", for_each: { leaf_id: "leaves.id", leaf_id_tree_id: "leaves.trees__id" } },
    ]);
  });

  test("a stream in a circle or below one that is lost is lost, with the name", () => {
    const trees = stream("trees", { requester: { http_method: "DELETE" } });
    const itself = { $ref: "#/streams/2" };
    const document = manifest([trees, child("leaves", trees), child("loop", itself), stream("fruit")]);
    expect(imported(document).lost.map(({ place, feature }) => `${feature} ${place}`)).toEqual([
      "http-method streams[0].retriever.requester.http_method",
      "parent-stream streams[1].retriever.partition_router.parent_stream_configs[0].stream",
      "parent-stream streams[2].retriever.partition_router.parent_stream_configs[0].stream",
    ]);
  });
});

describe("incremental reading", () => {
  const cursor = (rest: object = {}) => ({
    incremental_sync: {
      type: "DatetimeBasedCursor",
      cursor_field: "updated",
      datetime_format: "%Y-%m-%d",
      start_datetime: "{{ config['start_date'] }}",
      ...rest,
    },
  });
  const start = { spec: spec({ start_date: { type: "string", format: "date" } }) };

  test("from a setting, in steps, with the ends as parameters", () => {
    const parts = {
      start_time_option: param("from"),
      end_time_option: param("to"),
      step: "P7D",
      lookback_window: "P1D",
      cursor_granularity: "P1D",
    };
    expect(only({ stream: cursor(parts) }, start).first.incremental).toEqual({
      ...{ cursor_field: "updated", start_param: "from", end_param: "to", format: "%Y-%m-%d" },
      ...{ initial_value: "{start_date}", window: "P7D", lookback: "P1D" },
    });
  });

  test.each([
    [{ start_datetime: "{{ day_delta(-30) }}" }, { initial_value: "P30D" }],
    [{ start_datetime: { datetime: "{{ day_delta(-7, format='%Y-%m-%d') }}" } }, { initial_value: "P7D" }],
    [{ start_datetime: "{{ (now_utc() - duration('P1M')).strftime('%Y-%m-%d') }}" }, { initial_value: "P1M" }],
    [{ end_datetime: "{{ now_utc() }}" }, {}],
    [{ end_datetime: "{{ today_utc() - duration('P1D') }}" }, { end_value: "P1D" }],
    [{ end_datetime: { datetime: "{{ config['end_date'] }}" } }, { end_value: "{end_date}" }],
    [{ lookback_window: "P{{ config['days'] }}D" }, { lookback: "P{days}D" }],
    [{ lookback_window: "{{ config['lookback'] }}" }, { lookback: "{lookback}" }],
  ])("a bound or length as the source writes it: %j", (keys, expected) => {
    const cursor = {
      ...{ type: "DatetimeBasedCursor", cursor_field: "at", datetime_format: "%Y-%m-%d" },
      start_time_option: param("from"),
      end_time_option: param("to"),
      ...keys,
    };
    const { first, lost } = only({ stream: { incremental_sync: cursor } });
    expect([first.incremental, lost]).toEqual([
      { cursor_field: "at", start_param: "from", end_param: "to", format: "%Y-%m-%d", ...expected },
      [],
    ]);
  });

  const toSeconds = { datetime_format: "%Y-%m-%dT%H:%M:%SZ" };
  const year = "now_utc() - duration('P1Y')";
  const bounded = (key: string, datetime: string) => {
    const ends = { start_time_option: param("from"), end_time_option: param("to") };
    const properties = { start_date: { type: "string", format: "date" }, end_date: { type: "string", format: "date" } };
    const made = only(
      { stream: cursor({ ...toSeconds, ...ends, [key]: `{{ ${datetime} }}` }) },
      { spec: spec(properties) },
    );
    const isTold = made.notes.some(({ place }) => place === `streams[0].incremental_sync.${key}`);
    return { ...(made.first.incremental as { initial_value?: string; end_value?: string }), isTold };
  };
  test.each([
    [`(${year}).strftime('%Y-%m-%dT%H:%M:%SZ')`, "P1Y"],
    [`(${year}).strftime('%FT%T.%fZ')`, "P1Y"],
    [`(${year}).strftime('%s') | int`, "P1Y"],
    ["day_delta(-30)", "P30D"],
    ["format_datetime(config['start_date'], '%Y-%m-%dT00:00:00Z')", "{start_date}"],
    ["config['start_date'] or day_delta(-3)", "{start_date}"],
  ])("from a start as exact as requests are: %s", (datetime, start) => {
    expect(bounded("start_datetime", datetime)).toMatchObject({ initial_value: start, isTold: false });
  });

  test.each([
    `(${year}).strftime('%Y-01-01T00:00:00Z')`,
    `format_datetime(${year}, '%Y-%m-01T%H:%M:%SZ')`,
    "day_delta(-30, format='%Y-%m-%dT00:00:00Z')",
    "today_utc() - duration('P30D')",
    "format_datetime(config['start_date'], '%Y-%m-01T00:00:00Z')",
    "config['start_date'].replace('-', '/')",
  ])("a start that the source rounds is told, and entered: %s", (datetime) => {
    expect(bounded("start_datetime", datetime)).toMatchObject({ initial_value: "{start_date}", isTold: true });
  });

  test.each([
    ["format_datetime(config['end_date'], '%Y-%m-%dT00:00:00Z')", "{end_date}", false],
    ["format_datetime(config['end_date'], '%Y-%m-%dT23:59:59Z')", undefined, true],
    [`format_datetime(${year}, '%Y-%m-%dT00:00:00Z')`, undefined, true],
    [`${year}`, "P1Y", false],
    ["now_utc().strftime('%Y-%m-%dT00:00:00Z')", undefined, false],
  ])("an end that the source rounds is told, and is now: %s", (datetime, end_value, isTold) => {
    const made = bounded("end_datetime", datetime);
    expect([made.end_value, made.isTold]).toEqual([end_value, isTold]);
  });

  test("with the start in the address, as a number", () => {
    const { first } = only(
      {
        requester: { path: "/trees/{{ stream_interval['start_time'] }}" },
        stream: cursor({
          datetime_format: "%s",
          start_datetime: { type: "MinMaxDatetime", datetime: "01/02/2024", datetime_format: "%d/%m/%Y" },
        }),
      },
      start,
    );
    expect(first).toMatchObject({
      url: "/trees/{incremental.start}",
      incremental: { format: "epoch", initial_value: "2024-02-01T00:00:00.000Z" },
    });
  });

  test("by dropping older rows, if the source does so", () => {
    expect(only({ stream: cursor({ is_client_side_incremental: true }) }, start).first.incremental).toEqual({
      cursor_field: "updated",
      initial_value: "{start_date}",
    });
    const record_filter = { condition: "{{ record['updated'] >= stream_interval['start_time'] }}" };
    const { first, lost } = only(
      { selector: { extractor: { field_path: [] }, record_filter }, stream: cursor() },
      start,
    );
    expect([first.incremental, first.filter, lost]).toEqual([
      { cursor_field: "updated", initial_value: "{start_date}" },
      undefined,
      [],
    ]);
  });

  test("everything is read at each run if the source sends no start, or goes through parts or feeds others", () => {
    const made = only({ stream: cursor() }, start);
    expect([made.first.incremental, made.notes.length]).toEqual([undefined, 2]);
    const trees = stream("trees", { stream: cursor({ start_time_option: param("from") }) });
    const router = {
      type: "SubstreamPartitionRouter",
      parent_stream_configs: [{ stream: trees, parent_key: "id", partition_field: "tree_id" }],
    };
    const leaves = stream("leaves", { router, stream: cursor({ start_time_option: param("from") }) });
    expect(imported(manifest([trees, leaves], start)).operations).toMatchObject([
      { id: "trees", incremental: { start_param: "from" }, write_disposition: "replace" },
      { id: "leaves", incremental: { start_param: "from" }, write_disposition: "replace" },
    ]);
  });

  test("a time that cannot be written loses rows", () => {
    const document = manifest(
      [stream("trees", { stream: cursor({ datetime_format: "%U", start_time_option: param("from") }) })],
      start,
    );
    expect(refused(document)).toEqual(["incremental streams[0].incremental_sync.datetime_format"]);
  });
});
