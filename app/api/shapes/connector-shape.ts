import { z } from "zod";
import { imageHref } from "../../images/image-href.ts";
import { authForm, type FormField, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import type { ConnectorItem, ListedConnector } from "#projections/catalogue/connector-queries.ts";
import { definitionOf, definitionShown } from "../../connectors/definition-of.ts";

/** The fields that versions and drafts of a connector share. */
export const connectorFields = {
  _type: z.literal("connector"),
  type: z.literal("connector"),
  id: z.string(),
  parent_id: z.string().nullable(),
  owner_user_id: z.string(),
  author: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  api_doc_url: z.string().nullable(),
  is_public: z.boolean(),
  price: z.literal(0),
  is_latest_version: z.boolean(),
  subscriber_count: z.number(),
  created_at: z.string(),
  image: z.string().nullable().describe("The path of its image."),
  source: z.string().nullable(),
};

const status = z.enum(["active", "inactive", "deprecated"]);

/** One line of the version list. */
const versionBody = z
  .strictObject({
    id: z.string(),
    version: z.number(),
    status,
    is_latest_version: z.boolean(),
    is_draft: z.literal(false),
    created_at: z.string(),
    title: z.string(),
  })
  .meta({ id: "ConnectorVersion" });

/** `include`: it is always asked for, not only if another value asks for it. */
const fieldsBody = z
  .array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      type: z.string(),
      required: z.boolean(),
      private: z.boolean(),
      include: z.boolean(),
    }),
  )
  .nullable();

const connectorAnswer = {
  ...connectorFields,
  root_id: z.string(),
  status,
  version: z.number(),
  is_draft: z.literal(false),
  dsl: z.record(z.string(), z.unknown()).nullable().describe("The definition; null in a list where it is large."),
  dsl_left_out: z.boolean(),
  taken_down: z.string().nullable().describe("Why an admin has hidden it from others; null: none has."),
  schema: fieldsBody.describe("The settings; null in lists."),
  specification_schema: fieldsBody.describe("What signing in to the API asks for; null in lists."),
};

/** A connector version in the API. */
export const connectorBody = z.strictObject(connectorAnswer).meta({ id: "Connector" });

/** The same with all versions of its lineage. */
export const connectorWithVersionsBody = z
  .strictObject({ ...connectorAnswer, all_versions: z.array(versionBody) })
  .meta({ id: "ConnectorWithVersions" });

/** A connector version in the API; in a list `dsl` is null if it is large, and `dsl_left_out` says so. */
export function connectorShape(item: ListedConnector) {
  return {
    _type: item.kind,
    type: item.kind,
    id: item.id,
    root_id: item.rootId,
    parent_id: item.parentId,
    owner_user_id: item.ownerId,
    author: item.author,
    title: item.title,
    description: item.description,
    category: item.category,
    api_doc_url: item.apiDocUrl,
    is_public: item.isPublic,
    price: 0 as const,
    status: item.status,
    version: item.version,
    is_latest_version: item.isLatest,
    is_draft: false as const,
    subscriber_count: item.subscriberCount,
    created_at: item.createdAt,
    image: imageHref(item.rootId, item.image),
    source: item.source,
    dsl: definitionShown(item),
    dsl_left_out: item.definition === null,
    taken_down: item.takenDown,
    schema: null,
    specification_schema: null,
  };
}

/** The same with what only its own answer has: the fields of its settings and of signing in. */
export function wholeConnectorShape(item: ConnectorItem) {
  const definition = definitionOf(item);
  const credentials = definition?.auths.flatMap((_, choice) => authForm(definition, choice)) ?? [];
  return {
    ...connectorShape(item),
    schema: definition && settingsForm(definition).map(fieldShape),
    specification_schema: definition && [
      ...new Map(credentials.map((field) => [field.key, fieldShape(field)])).values(),
    ],
  };
}

function fieldShape({ key, label, type, required, private: isPrivate, visible_if }: FormField) {
  return { key, label, type, required, private: isPrivate, include: visible_if === null };
}

/** One line of the version list. */
export function versionShape(item: ListedConnector) {
  return {
    id: item.id,
    version: item.version,
    status: item.status,
    is_latest_version: item.isLatest,
    is_draft: false as const,
    created_at: item.createdAt,
    title: item.title,
  };
}
