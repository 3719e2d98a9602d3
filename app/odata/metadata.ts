import { onOneLine } from "#domain/core/text/lines.ts";
import { type Markup, joinedMarkup, markup, trustedMarkup, XML_HEAD } from "#domain/core/text/writers/markup.ts";
import { cutText } from "#domain/core/text/text.ts";
import { FILTER_FUNCTIONS } from "#domain/core/odata/odata-query.ts";
import { propertiesOf, ROW_KEY } from "#domain/core/odata/property-names.ts";
import type { Column, ColumnType } from "#domain/core/values/table.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import { type ReadableTable, readableTables } from "./readable-tables.ts";
import { sendAnswer } from "./send-answer.ts";

export const NAMESPACE = "Tributary";

/** Without references to the vocabularies elsewhere: clients without a way out could not read the document. */
const HEAD = markup`${XML_HEAD}<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
<edmx:DataServices>
<Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`;
const CAPABILITIES = markup`<Annotation Term="Org.OData.Capabilities.V1.BatchSupported" Bool="false"/>
<Annotation Term="Org.OData.Capabilities.V1.FilterFunctions"><Collection>${FILTER_FUNCTIONS.map(
  (name) => markup`<String>${name}</String>`,
)}</Collection></Annotation>`;
const MAX_DESCRIPTION = 1_000;

/** The greatest number of digits after the point that Postgres keeps. */
const MAX_SCALE = 16_383;

type EdmType = {
  readonly name: string;
  readonly facets?: string;
  /** Whether JSON alone tells the type. */ readonly isPlain?: true;
};

/**
 * Numbers, days and times keep all digits that the database has. The scale of decimals is a number, because there are
 * clients that take another word for none.
 */
const TYPES: Readonly<Record<ColumnType, EdmType>> = {
  bigint: { name: "Int64" },
  "double precision": { name: "Double", isPlain: true },
  numeric: { name: "Decimal", facets: `Scale="${MAX_SCALE}"` },
  boolean: { name: "Boolean", isPlain: true },
  date: { name: "Date" },
  timestamp: { name: "DateTimeOffset", facets: 'Precision="6"' },
  timestamptz: { name: "DateTimeOffset", facets: 'Precision="6"' },
  time: { name: "TimeOfDay", facets: 'Precision="6"' },
  text: { name: "String", isPlain: true },
  jsonb: { name: "String", isPlain: true },
};

/** GET /odata/$metadata: always XML, whatever Accept or `$format` says. */
export async function sendMetadata({ platform }: ODataRouteOptions, { req, res, reader }: ODataCall): Promise<void> {
  async function* pieces(): AsyncGenerator<string> {
    yield String(HEAD);
    const sets: Markup[] = [];
    for await (const part of readableTables(platform, reader))
      for (const table of part) {
        sets.push(entitySet(table));
        yield String(entityType(table));
      }
    yield String(markup`\n<EntityContainer Name="Tables">\n${CAPABILITIES}`);
    for (const set of sets) yield String(set);
    yield "\n</EntityContainer>\n</Schema>\n</edmx:DataServices>\n</edmx:Edmx>\n";
  }
  await sendAnswer(req, res, { "Content-Type": "application/xml; charset=utf-8" }, pieces());
}

/** A property could have the name of its table, but not that of its type. */
function typeName(table: string): string {
  return `${table}_row`;
}

function entitySet({ name, title }: ReadableTable): Markup {
  return markup`\n<EntitySet Name="${name}" EntityType="${NAMESPACE}.${typeName(name)}">${description(title)}</EntitySet>`;
}

function entityType({ name, current }: ReadableTable): Markup {
  const properties = propertiesOf(current.columns).map(({ name: property, column }) => propertyXml(property, column));
  return markup`\n<EntityType Name="${typeName(name)}">
<Key><PropertyRef Name="${ROW_KEY}"/></Key>
<Property Name="${ROW_KEY}" Type="Edm.Int64" Nullable="false"/>
${joinedMarkup(properties, "\n")}
</EntityType>`;
}

function propertyXml(name: string, { label, type }: Column): Markup {
  const { name: edm, facets = "" } = TYPES[type];
  const start = markup`<Property Name="${name}" Type="Edm.${edm}"${trustedMarkup(facets === "" ? "" : ` ${facets}`)}`;
  return label === name || label === "" ? markup`${start}/>` : markup`${start}>${description(label)}</Property>`;
}

/**
 * Writes what `odata.metadata=full` says of a row before its values: what it is, its address, and the types that JSON
 * does not tell. `select`: the chosen columns; null for all.
 */
export function rowControls(
  { name, columns }: { readonly name: string; readonly columns: readonly Column[] },
  select: readonly string[] | null,
  root: string,
): (rowId: string) => string {
  const typed = [
    { name: ROW_KEY, column: { name: ROW_KEY, type: "bigint" } } as const,
    ...propertiesOf(columns),
  ].filter(({ column }) => TYPES[column.type].isPlain !== true && (select === null || select.includes(column.name)));
  const types = typed.map(({ name: property, column }) => {
    return `${JSON.stringify(`${property}@odata.type`)}:"#${TYPES[column.type].name}",`;
  });
  const type = `"@odata.type":${JSON.stringify(`#${NAMESPACE}.${typeName(name)}`)},`;
  return (rowId) => `${type}"@odata.id":${JSON.stringify(`${root}${name}(${rowId})`)},${types.join("")}`;
}

function description(text: string): Markup {
  const shown = onOneLine(cutText(text, MAX_DESCRIPTION));
  return markup`<Annotation Term="Org.OData.Core.V1.Description" String="${shown}"/>`;
}
