import { Link } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { detailsOf } from "#domain/dataset/card-details.ts";
import { licenseOf } from "#domain/dataset/licenses.ts";
import type { StateOf, StateShown } from "../../../history/state-shown.ts";
import { counted, formatCount, formatPrice } from "../../../ui/data/format.ts";
import { kindNames, kindOf } from "../../../ui/data/item.ts";
import { KindIcon } from "../../../ui/icons/kind-icon.tsx";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { frequencyWords } from "../../../ui/data/update-frequency.ts";
import { AccessPart } from "./access-part.tsx";
import { Moment, Part, type Said, SaidList } from "../../../history/moment.tsx";

/** Versions and columns that are shown. */
const VERSIONS_SHOWN = 20;
const COLUMNS_SHOWN = 200;

type DatasetThen = StateOf<"dataset">;

/** What a dataset was: its card, its columns, its versions, who had access. */
export function DatasetState({
  state,
  people,
  accessHref,
}: Pick<StateShown, "people"> & { state: DatasetThen; accessHref: string }) {
  return (
    <>
      <Part id="card" title="Card" meta={<TableName {...state} />}>
        <div className="panel-body">
          <SaidList said={cardSaid(state, people)} />
        </div>
      </Part>
      {state.columns.length > 0 && <Columns {...state} />}
      {state.versions.length > 0 && <Versions {...state} />}
      <AccessPart title="Who had access" access={state.access} names={people} href={accessHref} />
    </>
  );
}

function TableName({ tableName }: Pick<DatasetThen, "tableName">) {
  return tableName === null ? null : <code>{tableName}</code>;
}

function cardSaid({ card, price, ownerId, takenDown, source }: DatasetThen, people: StateShown["people"]): Said[] {
  if (!card) return [];
  const { rowMeaning, updateFrequency, readMe, sourceUrl, licenseTerms } = detailsOf(card);
  const { isPublic, onRequest } = card;
  return [
    { term: "Title", value: card.title },
    { term: "Description", value: card.description },
    { term: "One row is", value: rowMeaning },
    {
      term: "Visible to",
      value: isPublic ? `everybody${onRequest ? ", rows on request" : ""}` : "its owner and those with access",
    },
    { term: "Owner", value: ownerId && people[ownerId] },
    { term: "Price", value: price === null ? null : formatPrice(price) },
    { term: "Category", value: card.category },
    { term: "Keywords", value: card.keywords.join(", ") },
    { term: "Licence", value: licenseOf(card.license).label },
    { term: "Terms", value: licenseTerms },
    { term: "New rows", value: frequencyWords(updateFrequency) },
    { term: "Source", value: sourceUrl },
    {
      term: "Made from",
      value: source && (
        <Link to={`/history/instance/${source.instanceId}`}>a connection, operation {source.operation}</Link>
      ),
    },
    { term: "Read me", value: readMe && counted(readMe.length, "character") },
    { term: "Taken down", value: takenDown && "by an admin" },
  ];
}

function Columns({ columns, columnNotes }: DatasetThen) {
  const notes = new Map(Object.entries(columnNotes));
  return (
    <Part id="columns" title="Columns" meta={counted(columns.length, "column")}>
      <ScrollTable label="Columns" heads={["Name", "Kind", "Label", "Description", "Unit"]}>
        {columns.slice(0, COLUMNS_SHOWN).map(({ name, label, type }) => {
          const note = notes.get(name);
          return (
            <tr key={name}>
              <td data-head="Name">
                <code>{name}</code>
              </td>
              <td data-head="Kind">
                <KindIcon kind={kindOf(type)} /> {kindNames[kindOf(type)]}
              </td>
              <td data-head="Label">{note?.label || (label === name ? "" : label)}</td>
              <td className="wrap-cell" data-head="Description">
                {note?.description}
              </td>
              <td data-head="Unit">{note?.unit}</td>
            </tr>
          );
        })}
      </ScrollTable>
      {columns.length > COLUMNS_SHOWN && (
        <p className="panel-foot quiet">
          The first {formatCount(COLUMNS_SHOWN)} of {counted(columns.length, "column")}.
        </p>
      )}
    </Part>
  );
}

function Versions({ versions, versionCount }: DatasetThen) {
  const heads = [
    { label: "Version", num: true },
    "Loaded",
    { label: "Rows", num: true },
    { label: "Columns", num: true },
    "SHA-256 of the rows",
  ];
  return (
    <Part id="versions" title="Versions" meta={counted(versionCount, "version")}>
      <ScrollTable label="Versions" heads={heads}>
        {versions
          .slice(-VERSIONS_SHOWN)
          .reverse()
          .map(({ version, at, rows, columnCount, contentHash }) => (
            <tr key={version}>
              <td className="num" data-head="Version">
                {version}
              </td>
              <td data-head="Loaded">
                <a href={`?as_of=${encodeURIComponent(at)}`}>
                  <Moment at={at} />
                </a>
              </td>
              <td className="num" data-head="Rows">
                {formatCount(rows)}
              </td>
              <td className="num" data-head="Columns">
                {formatCount(columnCount)}
              </td>
              <td data-head="SHA-256 of the rows">
                <code title={contentHash}>{cutText(contentHash, 12)}…</code>
              </td>
            </tr>
          ))}
      </ScrollTable>
      {versionCount > VERSIONS_SHOWN && (
        <p className="panel-foot quiet">
          The newest {VERSIONS_SHOWN} of {counted(versionCount, "version")}.
        </p>
      )}
    </Part>
  );
}
