import { onOneLine } from "#domain/core/text/lines.ts";
import { type Markup, joinedMarkup, markup, trustedMarkup, XML_HEAD } from "#domain/core/text/writers/markup.ts";
import { cutText } from "#domain/core/text/text.ts";
import { propertiesOf, ROW_KEY } from "#domain/core/odata/property-names.ts";
import type { Column, ColumnType } from "#domain/core/values/table.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import { type ReadableTable, readableTables } from "./readable-tables.ts";
import { sendAnswer } from "./send-answer.ts";

export const NAMESPACE = "Tributary";

const VOCABULARIES = "https://oasis-tcs.github.io/odata-vocabularies/vocabularies";
const REFERENCES = (
  [
    ["Org.OData.Core.V1", "Core"],
    ["Org.OData.Capabilities.V1", "Capabilities"],
  ] as const
).map(
  ([namespace, alias]) =>
    markup`<edmx:Reference Uri="${VOCABULARIES}/${namespace}.xml"><edmx:Include Namespace="${namespace}" Alias="${alias}"/></edmx:Reference>`,
);
const HEAD = markup`${XML_HEAD}<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
${REFERENCES}
<edmx:DataServices>
<Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`;
const CAPABILITIES = markup`<Annotation Term="Org.OData.Capabilities.V1.BatchSupported" Bool="false"/>
<Annotation Term="Org.OData.Capabilities.V1.FilterFunctions"><Collection>${["contains", "startswith", "endswith"].map(
  (name) => markup`<String>${name}</String>`,
)}</Collection></Annotation>`;
const MAX_DESCRIPTION = 1_000;

/** Numbers, days and times keep all digits that the database has. */
const TYPES: Readonly<Record<ColumnType, string>> = {
  bigint: 'Type="Edm.Int64"',
  "double precision": 'Type="Edm.Double"',
  numeric: 'Type="Edm.Decimal" Scale="variable"',
  boolean: 'Type="Edm.Boolean"',
  date: 'Type="Edm.Date"',
  timestamp: 'Type="Edm.DateTimeOffset" Precision="6"',
  timestamptz: 'Type="Edm.DateTimeOffset" Precision="6"',
  time: 'Type="Edm.TimeOfDay" Precision="6"',
  text: 'Type="Edm.String"',
  jsonb: 'Type="Edm.String"',
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
  const start = markup`<Property Name="${name}" ${trustedMarkup(TYPES[type])}`;
  return label === name || label === "" ? markup`${start}/>` : markup`${start}>${description(label)}</Property>`;
}

function description(text: string): Markup {
  const shown = onOneLine(cutText(text, MAX_DESCRIPTION));
  return markup`<Annotation Term="Org.OData.Core.V1.Description" String="${shown}"/>`;
}
