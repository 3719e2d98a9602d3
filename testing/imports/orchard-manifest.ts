import { expect } from "vitest";
import { importAirbyte } from "#domain/connector-import/airbyte/airbyte-definition.ts";
import { importLines, importLossWords } from "#domain/connector-import/import-note-words.ts";
import { isObject, type LooseObject } from "#domain/connector-import/imported.ts";
import { reviewDefinition } from "#domain/connector-language/validation/review-definition.ts";

export const BEARER = { type: "BearerAuthenticator", api_token: "{{ config['token'] }}" };
export const spec = (properties: object = {}, required: string[] = []) => ({
  type: "Spec",
  connection_specification: {
    title: "Orchard Spec",
    properties: { token: { type: "string", airbyte_secret: true }, ...properties },
    required,
  },
});
export type Parts = {
  requester?: object;
  selector?: object;
  paginator?: object;
  router?: unknown;
  decoder?: object;
  stream?: object;
};

/** A stream of a manifest with what a test is about. */
export function stream(name: string, { requester, selector, paginator, router, decoder, stream: rest }: Parts = {}) {
  return {
    type: "DeclarativeStream",
    name,
    retriever: {
      type: "SimpleRetriever",
      requester: {
        type: "HttpRequester",
        url_base: "https://api.orchard.example/v1/",
        path: `/${name}`,
        authenticator: BEARER,
        ...requester,
      },
      record_selector: {
        type: "RecordSelector",
        extractor: { type: "DpathExtractor", field_path: ["data"] },
        ...selector,
      },
      ...(paginator === undefined ? {} : { paginator: { type: "DefaultPaginator", ...paginator } }),
      ...(router === undefined ? {} : { partition_router: router }),
      ...(decoder === undefined ? {} : { decoder }),
    },
    ...rest,
  };
}

export const manifest = (streams: object[], rest: object = {}) => ({
  version: "6.0.0",
  type: "DeclarativeSource",
  check: { type: "CheckStream", stream_names: ["trees"] },
  streams,
  spec: spec(),
  ...rest,
});

/** What a document becomes; it must be accepted as a new definition. */
export function imported(document: unknown, wanted: string[] | null = null) {
  const made = importAirbyte(document, wanted);
  if (!made.ok) throw new Error(made.message);
  const { definition } = made.connector;
  expect(reviewDefinition(definition)).toMatchObject({ ok: true });
  const operations = (definition.operations as LooseObject[]).filter(isObject);
  return { ...made.connector, definition, operations, first: operations[0] ?? {}, ...importLines(made.connector) };
}

/** The losses of a document of which nothing can be taken. */
export function refused(document: unknown, wanted: string[] | null = null) {
  const made = importAirbyte(document, wanted);
  if (made.ok) throw new Error(JSON.stringify(made.connector.definition));
  return (made.lost ?? []).map(importLossWords).map(({ place, feature }) => `${feature} ${place}`);
}

/** What a manifest of one stream becomes. */
export const only = (parts: Parts, rest?: object) => imported(manifest([stream("trees", parts)], rest));
export const param = (field_name: string) => ({ type: "RequestOption", inject_into: "request_parameter", field_name });

/** A manifest with a part of every kind. */
export const EVERY_PART = manifest([
  stream("trees", {
    requester: {
      http_method: "GET",
      request_parameters: { a: "{{ config['a'] }}" },
      request_headers: { "X-Tree": "{{ config['b'] }}" },
      error_handler: {
        response_filters: [
          { action: "IGNORE", predicate: "{{ response.code == 1 }}" },
          { action: "FAIL", http_codes: [400] },
        ],
      },
    },
    paginator: {
      pagination_strategy: {
        type: "CursorPagination",
        cursor_value: "{{ response.next }}",
        stop_condition: "{{ not response.more }}",
      },
      page_token_option: param("p"),
    },
    router: { type: "ListPartitionRouter", cursor_field: "kind", values: ["a", "b"], request_option: param("k") },
    stream: {
      incremental_sync: {
        type: "DatetimeBasedCursor",
        cursor_field: "at",
        datetime_format: "%s",
        start_datetime: "2024-01-01",
        end_datetime: "2025-01-01",
        lookback_window: "P1D",
        start_time_option: param("from"),
      },
      transformations: [{ type: "AddFields", fields: [{ path: ["x"], value: "{{ record.y }}" }] }],
      primary_key: [["id"]],
    },
  }),
]);
