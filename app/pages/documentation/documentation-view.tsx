import { Form, Link, NavLink } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { type TableKey, TableKeyOffer, useTableKey } from "../../streaming/table-key.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { PageContents } from "../../ui/layout/page-contents.tsx";
import { DocBlocks } from "./doc-blocks.tsx";
import { type DocBlock, type DocPage, type DocSection, KEY_PLACE } from "../../documentation/doc-page.ts";
import type { KeyGroup } from "../../documentation/language-keys.ts";
import type { DocMatch } from "../../documentation/search-docs.ts";

type PageFacts = Pick<DocPage, "path" | "title" | "about">;

export type DocumentationViewProps = PageFacts & {
  readonly pages: readonly PageFacts[];
  readonly q: string;
  readonly found: { readonly total: number; readonly matches: readonly DocMatch[] } | null;
  readonly sections: readonly Pick<DocSection, "id" | "title" | "blocks">[];
  /** The keys that the sections are about; none on other pages. */
  readonly groups: readonly KeyGroup[];
  /** The reader's table in the examples. */
  readonly ownTable: string | null;
};

export function DocumentationView(props: DocumentationViewProps) {
  const { path, title, about, pages, sections, groups, ownTable } = props;
  const tableKey = useTableKey(ownTable ?? "");
  return (
    <ReadingPage title={title} lead={about} updated="September 2025">
      <nav className="tabs" aria-label="Documentation">
        {pages.map((page) => (
          <NavLink key={page.path} to={page.path} end>
            {page.path === "/documentation" ? "Open a table" : page.title}
          </NavLink>
        ))}
      </nav>
      <DocSearch {...props} />
      <div className="doc">
        <PageContents sections={sections.map(({ id, title }) => ({ id, label: title }))} />
        <div className={groups.length > 0 ? "doc-body wide prose" : "doc-body prose"}>
          {path === "/documentation" && <Overview pages={pages} ownTable={ownTable} tableKey={tableKey} />}
          {sections.map((section) => (
            <section key={section.id} className="stack" aria-labelledby={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              <DocBlocks blocks={withKey(section.blocks, tableKey.made?.secret)} />
              <Keys group={groups.find(({ id }) => id === section.id)} />
            </section>
          ))}
        </div>
      </div>
    </ReadingPage>
  );
}

/** The blocks with a key that the reader has just made in their code. */
function withKey(blocks: readonly DocBlock[], key: string | undefined): readonly DocBlock[] {
  if (key === undefined) return blocks;
  return blocks.map((block) =>
    typeof block === "object" && "code" in block ? { ...block, code: block.code.replaceAll(KEY_PLACE, key) } : block,
  );
}

/** Searches all pages; what was found comes before the page. */
function DocSearch({ path, q, found }: DocumentationViewProps) {
  return (
    <search className="stack">
      <Form className="row" action="/documentation" aria-label="Documentation">
        <label className="visually-hidden" htmlFor="doc-search">
          Search the documentation
        </label>
        <input
          className="input max-w-80"
          id="doc-search"
          type="search"
          name="q"
          defaultValue={q}
          key={q}
          placeholder="Search the documentation"
        />
        <Button>Search</Button>
      </Form>
      {found && (
        <section className="panel" aria-labelledby="found-title">
          <div className="panel-head">
            <h2 id="found-title" aria-live="polite">
              {found.total === 0
                ? `No results for “${q}”`
                : found.total > found.matches.length
                  ? `The first ${found.matches.length} of ${counted(found.total, "result")} for “${q}”`
                  : `${counted(found.total, "result")} for “${q}”`}
            </h2>
            <Link to={path}>Clear the search</Link>
          </div>
          <ol className="managed">
            {found.matches.map((match) => (
              <li key={match.href}>
                <div>
                  <Link to={match.href}>
                    {match.page}: <strong>{match.title}</strong>
                  </Link>
                  <p className="meta">{match.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
    </search>
  );
}

/** Where the rest is. Its ids are those that the parts had when the documentation was one page. */
function Overview({
  pages,
  ownTable,
  tableKey,
}: Pick<DocumentationViewProps, "pages" | "ownTable"> & { tableKey: TableKey }) {
  return (
    <>
      <ul>
        {pages.slice(1).map(({ path, title, about }) => (
          <li key={path} id={path.split("/").at(-1)}>
            <Link to={path}>{title}</Link>: {about}
          </li>
        ))}
      </ul>
      {ownTable !== null && (
        <>
          <p className="meta">
            The examples below open your table <code>{ownTable}</code>.
          </p>
          <TableKeyOffer table={ownTable} tableKey={tableKey} say="The curl commands below have it." />
        </>
      )}
    </>
  );
}

/** Every key of a group: its form, its meaning and an example. */
function Keys({ group }: { group: KeyGroup | undefined }) {
  if (!group) return null;
  return (
    <div className="panel">
      <ScrollTable label={`Keys of ${group.title}`} heads={["Key", "Form", "Meaning"]}>
        {group.keys.map(({ key, form, says, required, default: preset, example }) => (
          <tr key={key} id={`${group.id}.${key}`}>
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
