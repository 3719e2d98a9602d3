import { Link } from "@remix-run/react";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { formatCount } from "../../ui/data/format.ts";
import { Plus } from "../../ui/icons/all.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { chosenFilters, type DataStoreQuery, dataStoreHref, type ShownFacets } from "./datastore-query.ts";

/** Says how many items would be found without one of the filters. */
export function NoResults({ query, facets }: { query: DataStoreQuery; facets: ShownFacets }) {
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
    <EmptyState title={titleOf(query, here)}>
      <ul className="suggest">
        {query.categories.length > 0 && inOthers > 0 && (
          <li>
            <Link to={dataStoreHref(query, { categories: [] })}>
              {formatCount(inOthers)} without{" "}
              {query.categories.length === 1 ? `Category: ${query.categories[0]}` : "the categories"}
            </Link>
          </li>
        )}
        {chosenFilters(query)
          .filter(({ name }) => name !== "Category")
          .map(({ name, value, without }) => (
            <li key={name + value}>
              <Link to={without}>
                Without {name}: {value}
              </Link>
            </li>
          ))}
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

function titleOf(query: DataStoreQuery, here: string): string {
  if (query.q || here) return ["Nothing found", query.q && `for “${query.q}”`, here].filter(Boolean).join(" ");
  return chosenFilters(query).length > 0 ? "Nothing matches these filters" : "The DataStore is empty";
}
