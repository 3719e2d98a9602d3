import { Form, Link, useNavigation, useSubmit } from "@remix-run/react";
import { ChevronDown, Plus, Search, SlidersHorizontal } from "../../ui/icons/all.ts";
import { Badge, Chip } from "../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { StripLegend } from "../../ui/data/charts.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { formatCount } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Icon } from "../../ui/controls/icon.tsx";
import { ItemCard } from "../../ui/data/item-card.tsx";
import type { ItemSummary } from "../../ui/data/item.ts";
import { Pager } from "../../ui/controls/pager.tsx";
import { Segments } from "../../ui/controls/tabs.tsx";
import type { DataStoreQuery } from "./datastore-query.ts";
import { dataStoreHref, sortNames } from "./datastore-query.ts";

export type DataStoreViewProps = {
  now: string;
  query: DataStoreQuery;
  /** The items of this page. */
  items: ItemSummary[];
  /** How many match in total, and how many fit on a page. */
  total: number;
  pageSize: number;
  pages: number;
  /**
   * Matches per type (in the chosen categories) and per category (of the chosen type); all categories, including those
   * with 0.
   */
  facets: { types: { dataset: number; connector: number }; categories: { name: string; count: number }[] };
};

export function DataStoreView(props: DataStoreViewProps) {
  const { query, total } = props;
  const filtered = query.q !== "" || query.type !== null || query.categories.length > 0;
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
        <div>
          <SearchBar {...props} />
          <div className="store-bar">
            <h2 aria-live="polite">{countSentence(props)}</h2>
            {query.categories.map((name) => (
              <Chip
                key={name}
                removeHref={dataStoreHref(query, { categories: query.categories.filter((other) => other !== name) })}
                removeLabel={`Remove filter: Category ${name}`}
              >
                Category: <strong>{name}</strong>
              </Chip>
            ))}
            {filtered && (
              <ButtonLink kind="quiet" small to="/datastore">
                Clear Filter
              </ButtonLink>
            )}
            {total > 1 && <Sort query={query} />}
          </div>
          {total === 0 ? <NoResults {...props} /> : <Results {...props} />}
        </div>
      </div>
    </div>
  );
}

function countSentence({ query, items, total, pageSize }: DataStoreViewProps): string {
  if (total === 0) return "No results found";
  const first = (query.page - 1) * pageSize + 1;
  return `${formatCount(first)}–${formatCount(first + items.length - 1)} of ${formatCount(total)}${query.q ? ` for “${query.q}”` : ""}`;
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
      {query.sort !== "newest" && <input type="hidden" name="sort" value={query.sort} />}
      <Segments
        label="Type"
        options={[
          {
            label: "All",
            count: dataset + connector,
            href: dataStoreHref(query, { type: null }),
            current: query.type === null,
          },
          {
            label: "Dataset",
            count: dataset,
            href: dataStoreHref(query, { type: "dataset" }),
            current: query.type === "dataset",
          },
          {
            label: "Connector",
            count: connector,
            href: dataStoreHref(query, { type: "connector" }),
            current: query.type === "connector",
          },
        ]}
      />
      <Button>Search</Button>
    </Form>
  );
}

function Filters({ query, facets }: DataStoreViewProps) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const all = facets.categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <details className="facets">
      <summary>
        <Icon of={SlidersHorizontal} />
        Filters {query.categories.length > 0 && <Badge tone="api">{query.categories.length}</Badge>}
        <Icon of={ChevronDown} />
      </summary>
      <Form
        action="/datastore"
        aria-label="Filters"
        key={query.categories.join("|")}
        onChange={(event) => {
          const box = event.target as unknown as HTMLInputElement;
          const form = new FormData(event.currentTarget);
          // Ticking All unticks the others; ticking another unticks All.
          if (box.value === "all") form.delete("category");
          else removeAll(form);
          submit(form, { action: "/datastore", preventScrollReset: true });
        }}
      >
        {query.q && <input type="hidden" name="q" value={query.q} />}
        {query.type && <input type="hidden" name="type" value={query.type} />}
        {query.sort !== "newest" && <input type="hidden" name="sort" value={query.sort} />}
        <fieldset className="facet">
          <legend>Category</legend>
          <label className="opt">
            <input type="checkbox" name="category" value="all" defaultChecked={query.categories.length === 0} />
            <span>All</span>
            <span className="n">{formatCount(all)}</span>
          </label>
          {facets.categories.map(({ name, count }) => (
            <label className={count === 0 ? "opt none" : "opt"} key={name}>
              <input type="checkbox" name="category" value={name} defaultChecked={query.categories.includes(name)} />
              <span>{name}</span>
              <span className="n">{formatCount(count)}</span>
            </label>
          ))}
        </fieldset>
        {!hydrated && <Button block>Apply filters</Button>}
      </Form>
    </details>
  );
}

function removeAll(form: FormData): void {
  const others = form.getAll("category").filter((name) => name !== "all");
  form.delete("category");
  for (const name of others) form.append("category", name);
}

/** Keeps the type and the categories when a form asks for something else. */
function KeptFilters({ query }: { query: DataStoreQuery }) {
  return (
    <>
      {query.type && <input type="hidden" name="type" value={query.type} />}
      {query.categories.map((name) => (
        <input key={name} type="hidden" name="category" value={name} />
      ))}
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
      <select className="select select-sm" id="sort" name="sort" defaultValue={query.sort}>
        {Object.entries(sortNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {!hydrated && <Button small>Sort</Button>}
    </Form>
  );
}

function Results({ now, query, items, pages }: DataStoreViewProps) {
  const busy = useNavigation().location?.pathname === "/datastore";
  return (
    <>
      <ol className="results panel" aria-busy={busy}>
        {items.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <ItemCard item={item} now={now} words={query.q} />
          </li>
        ))}
      </ol>
      {items.some((item) => item.shape?.length) && <StripLegend />}
      <Pager page={query.page} pages={pages} />
    </>
  );
}

/** Says how many items would be found without one of the filters. */
function NoResults({ query, facets }: DataStoreViewProps) {
  const here = [
    query.type && `among ${query.type}s`,
    query.categories.length > 0 && `in ${query.categories.join(", ")}`,
  ]
    .filter(Boolean)
    .join(" ");
  const inOthers = facets.categories.reduce((sum, { count }) => sum + count, 0);
  const ofOther = query.type === "dataset" ? facets.types.connector : facets.types.dataset;
  const otherType = query.type === "dataset" ? "connector" : "dataset";
  return (
    <EmptyState
      title={
        query.q || here
          ? ["Nothing", query.q && `for “${query.q}”`, here].filter(Boolean).join(" ")
          : "The DataStore is empty"
      }
    >
      <ul className="suggest">
        {query.categories.length > 0 && inOthers > 0 && (
          <li>
            <Link to={dataStoreHref(query, { categories: [] })}>
              {formatCount(inOthers)} without{" "}
              {query.categories.length === 1 ? `Category: ${query.categories[0]}` : "the categories"}
            </Link>
          </li>
        )}
        {query.type !== null && ofOther > 0 && (
          <li>
            <Link to={dataStoreHref(query, { type: otherType })}>
              {formatCount(ofOther)} under {otherType === "dataset" ? "Dataset" : "Connector"}
            </Link>
          </li>
        )}
        {query.q && (
          <li>
            <Link to={dataStoreHref(query, { q: "" })}>Clear the search “{query.q}”</Link>
          </li>
        )}
        <li>
          <Link to="/datastore">Everything in the DataStore</Link>
        </li>
      </ul>
      <p className="row">
        <ButtonLink icon={Plus} to="/upload">
          Add Dataset
        </ButtonLink>
      </p>
    </EmptyState>
  );
}
