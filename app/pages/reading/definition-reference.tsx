import { templates } from "../../definition/templates.ts";
import { CodeBlock } from "../../ui/controls/code-block.tsx";
import type { PageSection } from "../../ui/layout/page-contents.tsx";
import type { KeyGroup } from "./documentation-keys.ts";
import { semantics } from "./documentation-keys.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";

const sectionOf = (kind: string, title: string) => ({
  id: `${kind}-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`,
  label: title,
});

/** The headings of the reference, for the table of contents. */
export function referenceSections(groups: readonly KeyGroup[]): PageSection[] {
  return [
    { id: "connectors", label: "Connector definitions" },
    { id: "examples", label: "Worked examples", parts: templates.map(({ name }) => sectionOf("example", name)) },
    { id: "semantics", label: "What always holds", parts: semantics.map(({ title }) => sectionOf("holds", title)) },
    { id: "keys", label: "Every key", parts: groups.map(({ id, title }) => ({ id, label: title })) },
  ];
}

/** The connector language: how it is read, worked examples, what always applies, every key. */
export function DefinitionReference({ groups }: { groups: readonly KeyGroup[] }) {
  return (
    <>
      <h2 id="connectors">Connector definitions</h2>
      <p>
        A connector is a JSON document that says which address to call, how to sign the call, how to go on to the next
        page, and where the rows are. It holds no code and no secret: each user enters their own.
      </p>
      <p>
        Any editor that knows JSON Schema can check it by{" "}
        <a href="/schemas/connector.json">
          <code>/schemas/connector.json</code>
        </a>
        ; the editor under <a href="/upload?tab=connector">Create Connector</a> knows it already. You can also{" "}
        <a href="/upload/import">start from an OpenAPI document or a curl line</a>.
      </p>
      <h3 id="examples">Worked examples</h3>
      {templates.map(({ name, says, definition }) => (
        <section key={name} className="stack">
          <h4 id={sectionOf("example", name).id}>{name}</h4>
          <p>{says}</p>
          <CodeBlock text={JSON.stringify(definition, null, 2)} name={`the example ${name}`} />
        </section>
      ))}
      <h3 id="semantics">What always holds</h3>
      {semantics.map(({ title, says }) => (
        <section key={title} className="stack">
          <h4 id={sectionOf("holds", title).id}>{title}</h4>
          <ul>
            {says.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
      <h3 id="keys">Every key</h3>
      {groups.map(({ id, title, lead, keys }) => (
        <section key={id} className="stack">
          <h4 id={id}>{title}</h4>
          <p>{lead}</p>
          <Keys id={id} title={title} keys={keys} />
        </section>
      ))}
    </>
  );
}

/** Every key of a group: its form, its meaning and an example. */
function Keys({ id, title, keys }: Pick<KeyGroup, "id" | "title" | "keys">) {
  return (
    <div className="panel">
      <ScrollTable label={`Keys of ${title}`} heads={["Key", "Form", "Meaning"]}>
        {keys.map(({ key, form, says, required, default: preset, example }) => (
          <tr key={key} id={`${id}.${key}`}>
            <th scope="row">
              <code>{key}</code>
              {required && <span className="meta block">required</span>}
            </th>
            <td className="wrap-cell form-of-key">
              {form}
              {preset !== null && <span className="meta block">default {preset}</span>}
            </td>
            <td className="wrap-cell">
              {says}
              <code className="meta block">{example}</code>
            </td>
          </tr>
        ))}
      </ScrollTable>
    </div>
  );
}
