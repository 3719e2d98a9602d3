import { Form, useSubmit } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { Badge } from "../../ui/data/badge.tsx";
import { formatCount } from "../../ui/data/format.ts";
import { ChevronDown, SlidersHorizontal } from "../../ui/icons/all.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { chosenFilters, chosenSort, type DataStoreQuery, periodNames, type ShownFacets } from "./datastore-query.ts";

type FilterProps = { readonly query: DataStoreQuery; readonly facets: ShownFacets };

/** A count of a facet; where not all matches were counted, with a plus, and none where none was met. */
export function facetCount(count: number, { exact }: Pick<ShownFacets, "exact">): string {
  if (exact) return formatCount(count);
  return count === 0 ? "" : `${formatCount(count)}+`;
}

/** The filters at the side: categories, licences and the age of the newest rows. */
export function Filters({ query, facets }: FilterProps) {
  const chosen = chosenFilters(query);
  const submit = useSubmit();
  const hydrated = useHydrated();
  const all = facets.categories.reduce((sum, { count }) => sum + count, 0);
  // A category without items leads nowhere.
  const isOffered = ({ name, count }: { name: string; count: number }) =>
    count > 0 || !facets.exact || query.categories.includes(name);
  return (
    <details className="facets">
      <summary>
        <Icon of={SlidersHorizontal} />
        Filters {chosen.length > 0 && <Badge tone="api">{chosen.length}</Badge>}
        <Icon of={ChevronDown} />
      </summary>
      <Form
        action="/datastore"
        aria-label="Filters"
        key={chosen.map(({ value }) => value).join("|")}
        onChange={(event) => {
          const box = event.target as unknown as HTMLInputElement;
          const form = new FormData(event.currentTarget);
          // Ticking All unticks the others; ticking another unticks All.
          if (box.name === "category" && box.value === "all") form.delete("category");
          else removeAll(form);
          tickChosen(event.currentTarget, form.getAll("category"));
          submit(form, { action: "/datastore", preventScrollReset: true });
        }}
      >
        {query.q && <input type="hidden" name="q" value={query.q} />}
        {query.type && <input type="hidden" name="type" value={query.type} />}
        <KeptSort query={query} />
        <fieldset className="facet">
          <legend>Category</legend>
          <label className="opt">
            <input type="checkbox" name="category" value="all" defaultChecked={query.categories.length === 0} />
            <span>All</span>
            <span className="n">{facetCount(all, facets)}</span>
          </label>
          {facets.categories.filter(isOffered).map(({ name, count }) => (
            <label className="opt" key={name}>
              <input type="checkbox" name="category" value={name} defaultChecked={query.categories.includes(name)} />
              <span>{name}</span>
              <span className="n">{facetCount(count, facets)}</span>
            </label>
          ))}
        </fieldset>
        <LicenseFacet query={query} facets={facets} />
        <UpdatedFacet query={query} facets={facets} />
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

/** What is ticked is what is being loaded: All, or the chosen categories. */
function tickChosen(element: HTMLFormElement, chosen: readonly FormDataEntryValue[]): void {
  for (const box of element.querySelectorAll<HTMLInputElement>("[name=category]"))
    box.checked = chosen.length === 0 ? box.value === "all" : chosen.includes(box.value);
}

function LicenseFacet({ query, facets }: FilterProps) {
  const offered = facets.licenses.filter(({ id, count }) => count > 0 || query.licenses.includes(id));
  if (offered.length === 0) return null;
  return (
    <fieldset className="facet">
      <legend>Licence</legend>
      {offered.map(({ id, label, count }) => (
        <label className="opt" key={id}>
          <input type="checkbox" name="license" value={id} defaultChecked={query.licenses.includes(id)} />
          <span>{label}</span>
          <span className="n">{facetCount(count, facets)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function UpdatedFacet({ query, facets }: FilterProps) {
  return (
    <fieldset className="facet">
      <legend>Updated</legend>
      <label className="opt">
        <input type="radio" name="updated" value="" defaultChecked={query.updated === null} />
        <span>At any time</span>
      </label>
      {facets.periods.map(({ id, count, exact }) => (
        <label className="opt" key={id}>
          <input type="radio" name="updated" value={id} defaultChecked={query.updated === id} />
          <span>{periodNames[id]}</span>
          <span className="n">{facetCount(count, { exact })}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Keeps the order when a form asks for something else. */
export function KeptSort({ query }: { query: DataStoreQuery }) {
  const sort = chosenSort(query);
  return sort && <input type="hidden" name="sort" value={sort} />;
}
