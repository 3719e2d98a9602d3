import { templates } from "../definition/templates.ts";
import { type DocPage, idOf } from "./doc-page.ts";
import { definitionReference, type KeyGroup } from "./language-keys.ts";

/** What applies to every connector, whatever its definition says. */
const rules: readonly { readonly title: string; readonly says: readonly string[] }[] = [
  {
    title: "Placeholders",
    says: [
      "{name} is replaced by the value of an auth field, a setting, a name of for_each or derived, or incremental.start. In the value of a column {row.name} is a field of the row. A name that nothing declares is a fault in addresses, queries, headers and bodies.",
      "Headers and bodies whose texts hold other braces too, such as GraphQL or {{name}}, may name what nothing declares: such names are sent as they are.",
      "A value in an address is encoded; a JSON value that is only a placeholder keeps its type. No value can break out of its place.",
      'A path is a.b, [0], [-1] or [*]; $ is the root. Write keys that contain dots in a list: ["a.b", "c"].',
    ],
  },
  {
    title: "Pages",
    says: [
      "Page and offset end on an empty page, or by total, total pages or has more, never on a short page unless stop_on_short_page is true. The rule stop ends every strategy. An offset grows by the rows that came.",
      "A total that may be that of the page alone is made sure of by one more request. A page that repeats the one before ends reading, and the run counts in part: the API may not know the parameter.",
      "When an answer says in another place that there is more, the run warns; when the place of the cursor, the next address or has more is not there at all, it fails and names the keys that are.",
      "A cursor ends when it is missing, null, 0, -1, false or empty, or on an empty page the one that was asked with; it goes on over a few other empty pages. A scroll, whose cursor may stay the same, ends at an empty page. A next address is followed as it is.",
      "The same cursor or address twice, or max_pages, fails the run: a table is never cut short in silence.",
    ],
  },
  {
    title: "Failures",
    says: [
      "Network errors, 408, 429 and 5xx are tried up to 5 times, waiting 0.5, 1, 2 and 4 seconds, or as long as Retry-After says. Other answers from 400 on fail at once, with the API's own message.",
      "204 and an empty list are no rows. An empty body, an answer that cannot be read, a notice in place of rows, or nothing at the records path fails the run with the API's own words, and the table stays.",
      "A token that has expired is renewed once: refresh_on says which answers mean that.",
      "Credentials go to the origin of base_url only. A host that a setting gives is agreed to as the setting makes it; another value asks again.",
    ],
  },
  {
    title: "Rows and columns",
    says: [
      "Objects in objects become columns parent__child; lists stay JSON. A type is found over all rows and only ever widened; texts stay texts unless every value is an ISO date. 007 stays 007.",
      "A run is whole, partial (some operations failed) or failed. Replacing a table happens at once and only after a complete pull; what incremental has seen moves only with success.",
      "Of several operations the first fills the connection's table, the others a table with their id in its name. Parents are read before children, whatever their order.",
    ],
  },
];

/** How a connector definition is read. */
export const languagePage: DocPage = {
  path: "/documentation/connectors",
  title: "Connector definitions",
  about: "What a connector definition is, and the rules that always hold.",
  sections: () => [
    {
      id: "connectors",
      title: "What a definition is",
      blocks: [
        "A connector is a JSON document that says which address to call, how to sign the call, how to go on to the next page, and where the rows are. It holds no code and no secret: each user enters their own.",
        "Any editor that knows JSON Schema can check it by [/schemas/connector.json](/schemas/connector.json); the editor under [Create Connector](/upload?tab=connector) knows it already. You can also [start from what you have: OpenAPI, an Airbyte manifest, a Postman collection, a HAR file or a curl command](/upload/import).",
        "Begin with a [worked example](/documentation/examples), and look up the keys of [requests](/documentation/keys), [settings](/documentation/keys-of-settings) and [rows](/documentation/keys-of-rows).",
      ],
    },
    ...rules.map(({ title, says }) => ({ id: `holds-${idOf(title)}`, title, blocks: [{ list: says }] })),
  ],
};

/** Whole definitions to start from. */
export const examplesPage: DocPage = {
  path: "/documentation/examples",
  title: "Worked examples",
  about: "Whole definitions to start from, each for another kind of API.",
  sections: () =>
    templates.map(({ name, says, definition }) => ({
      id: `example-${idOf(name)}`,
      title: name,
      blocks: [says, { code: JSON.stringify(definition, null, 2), name: `the example ${name}` }],
    })),
};

/** Some of the keys of the language. Its tables are made of `keyGroups`. */
function keysPage(path: string, title: string, about: string, parts: readonly string[]): DocPage {
  return {
    path,
    title,
    about,
    sections: () =>
      keyGroups
        .filter(({ id }) => parts.includes(id.replace(/^key-/, "")))
        .map(({ id, title, lead, keys }) => ({
          id,
          title,
          blocks: [lead],
          parts: keys.map(({ key, form, says, example }) => ({
            id: `${id}.${key}`,
            title: key,
            blocks: [says, { code: example, name: key }, form],
          })),
        })),
  };
}

/** The reference: every key of the language is on one of these pages. */
export const keysPages: readonly DocPage[] = [
  keysPage("/documentation/keys", "Request keys", "What is asked for, how it is signed, and how often it is tried.", [
    ...["definition", "operation", "auth", "refresh-rule", "login", "rate-limit", "retry", "check"],
  ]),
  keysPage("/documentation/keys-of-settings", "Setting keys", "What a user enters when connecting.", [
    ...["derived", "field", "option", "condition", "options-endpoint"],
  ]),
  keysPage(
    "/documentation/keys-of-rows",
    "Row keys",
    "Where the rows are, how pages follow, and what becomes a column.",
    [
      ...[
        "records",
        "pagination",
        "incremental",
        "response-action",
        "matcher",
        "column",
        "column-changes",
        "replacement",
      ],
    ],
  ),
];

/** The keys by the part of a definition that they are in. */
export const keyGroups: readonly KeyGroup[] = definitionReference();
