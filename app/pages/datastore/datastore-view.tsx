import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { Plus, Search } from "../../ui/icons/all.ts";
import { Chip } from "../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { StripLegend } from "../../ui/data/charts.tsx";
import { formatCount } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ItemCard } from "../../ui/data/item-card.tsx";
import type { ItemSummary } from "../../ui/data/item.ts";
import { CursorPager } from "../../ui/controls/pager.tsx";
import { Segments } from "../../ui/controls/tabs.tsx";
import type { DataStoreQuery, ShownFacets } from "./datastore-query.ts";
import { facetCount, Filters, KeptSort } from "./filters.tsx";
import { NoResults } from "./no-results.tsx";
import { chosenFilters, dataStoreHref, isFiltered, sortNames } from "./datastore-query.ts";

export type DataStoreViewProps = {
  now: string;
  query: DataStoreQuery & { page: number };
  /** The items of this page. */
  items: ItemSummary[];
  /** How many match in total (not `exact`: there are more), and how many fit on a page. */
  total: { count: number; exact: boolean };
  pageSize: number;
  /** null: not known. */
  pages: number | null;
  /** Cursors of the pages before and after this one. */
  before: string | null;
  after: string | null;
  /** Nothing has the words of the search: these have similar ones. */
  similar: boolean;
  facets: ShownFacets;
};

export function DataStoreView(props: DataStoreViewProps) {
  const { query, total, similar } = props;
  const busy = useNavigation().location?.pathname === "/datastore";
  return (
    <div className="wrap">
      <div className="store-head">
        <div>
          <h1>DataStore</h1>
          <p className="quiet">Datasets to open and APIs to connect, each one a table.</p>
        </div>
        <ButtonLink kind="primary" icon={Plus} to="/upload">
          Add Dataset
        </ButtonLink>
      </div>
      <div className="store">
        <Filters {...props} />
        <div aria-busy={busy}>
          <SearchBar {...props} />
          <div className="store-bar">
            <h2 aria-live="polite">{countSentence(props)}</h2>
            {chosenFilters(query).map(({ name, value, without }) => (
              <Chip key={name + value} removeHref={without} removeLabel={`Remove filter: ${name} ${value}`}>
                {name}: <strong>{value}</strong>
              </Chip>
            ))}
            {isFiltered(query) && (
              <ButtonLink kind="quiet" small to="/datastore">
                Clear Filter
              </ButtonLink>
            )}
            {total.count > 1 && <Sort query={query} />}
          </div>
          {similar && <p className="quiet store-note">Nothing has the words “{query.q}”. These have similar words.</p>}
          {total.count === 0 ? <NoResults {...props} /> : <Results {...props} />}
        </div>
      </div>
    </div>
  );
}

function countSentence({ query, items, total, pageSize }: DataStoreViewProps): string {
  if (total.count === 0) return "No results found";
  const first = (query.page - 1) * pageSize + 1;
  const all = `${total.exact ? "" : "more than "}${formatCount(total.count)}`;
  return `${formatCount(first)}–${formatCount(first + items.length - 1)} of ${all}${query.q ? ` for “${query.q}”` : ""}`;
}

function SearchBar({ query, facets }: DataStoreViewProps) {
  const { dataset, connector } = facets.types;
  return (
    <Form className="store-search" role="search" aria-label="DataStore" action="/datastore">
      <label className="search">
        <span className="visually-hidden">Search titles, descriptions, categories and authors</span>
        <Icon of={Search} />
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={query.q}
          key={query.q}
          placeholder="Title, description, category or author"
        />
      </label>
      <KeptFilters query={query} />
      <KeptSort query={query} />
      <Segments
        label="Type"
        options={[
          {
            label: "All",
            count: facetCount(dataset + connector, facets),
            href: dataStoreHref(query, { type: null }),
            current: query.type === null,
          },
          {
            label: "Dataset",
            count: facetCount(dataset, facets),
            href: dataStoreHref(query, { type: "dataset" }),
            current: query.type === "dataset",
          },
          {
            label: "Connector",
            count: facetCount(connector, facets),
            href: dataStoreHref(query, { type: "connector" }),
            current: query.type === "connector",
          },
        ]}
      />
      <Button>Search</Button>
    </Form>
  );
}

/** Keeps the type and the filters when a form asks for something else. */
function KeptFilters({ query }: { query: DataStoreQuery }) {
  return (
    <>
      {query.type && <input type="hidden" name="type" value={query.type} />}
      {query.categories.map((name) => (
        <input key={name} type="hidden" name="category" value={name} />
      ))}
      {query.licenses.map((id) => (
        <input key={id} type="hidden" name="license" value={id} />
      ))}
      {query.updated && <input type="hidden" name="updated" value={query.updated} />}
    </>
  );
}

function Sort({ query }: { query: DataStoreQuery }) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  return (
    <Form
      className="sort"
      action="/datastore"
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
    >
      {query.q && <input type="hidden" name="q" value={query.q} />}
      <KeptFilters query={query} />
      <label className="meta" htmlFor="sort">
        Sort
      </label>
      <select className="select select-sm" id="sort" name="sort" defaultValue={query.sort} key={query.sort}>
        {Object.entries(sortNames)
          .filter(([value]) => value !== "relevance" || query.q !== "")
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </select>
      {!hydrated && <Button small>Sort</Button>}
    </Form>
  );
}

function Results({ now, query, items, pages, before, after }: DataStoreViewProps) {
  return (
    <>
      <ol className="results panel">
        {items.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <ItemCard item={item} now={now} words={query.q} />
          </li>
        ))}
      </ol>
      {items.some((item) => item.shape?.length) && <StripLegend />}
      <CursorPager page={query.page} pages={pages} before={before} after={after} />
    </>
  );
}
