import { withoutPrivateDefaults } from "#domain/connector-language/settings/form-fields.ts";
import type { Json } from "#domain/connector-language/json/json.ts";
import type { ListedConnector } from "#projections/catalogue/connector-queries.ts";

/** A connector version as the API tells it; in a list `dsl` is null where it is large, and `dsl_left_out` says so. */
export function connectorShape(item: ListedConnector) {
  const { owned, instance_id, connected_connector_id, dsl, ...rest } = item;
  return {
    ...rest,
    dsl: owned || dsl === null ? dsl : withoutPrivateDefaults(dsl as Json),
    dsl_left_out: dsl === null,
    source: item.api_doc_url,
    schema: null,
    specification_schema: null,
  };
}

/** One line of the version list. */
export function versionShape(item: ListedConnector) {
  const { id, version, status, is_latest_version, is_draft, created_at, title } = item;
  return { id, version, status, is_latest_version, is_draft, created_at, title };
}
