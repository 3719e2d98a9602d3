import { Form, Link, useNavigation } from "@remix-run/react";
import { ChevronRight, Columns3, Eye, EyeOff, RefreshCw, Users } from "../../../ui/icons/all.ts";
import { Badge, LiveBadge, PrivateBadge } from "../../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import { CheckField, ErrorLine, SelectField } from "../../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../../ui/form/form-state.ts";
import { counted, plural } from "../../../ui/data/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { DatasetCardFields, optionsOf } from "../../../items/card-fields.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import { CodeList } from "../../../ui/data/code-list.tsx";

/** A table of the viewer's instance with all its rows, and its dataset if it is published. */
export type PublishableTable = {
  operation: string;
  tableName: string;
  rows: number;
  columns: string[];
  broughtAt: string;
  dataset: Pick<DatasetItem, "id" | "title" | "isPublic" | "subscriberCount"> | null;
};

export type PublishOutputProps = {
  tables: PublishableTable[];
  /** The initial values of the card. */
  card: { title: string; category: string };
  categories: string[];
  licenses: { value: string; label: string }[];
};

/**
 * Publishing what an instance pulls: each of its tables can be a dataset that shows every complete pull. Posts `intent`
 * publish-output with the fields of the card and `rights`, or share-output; both with `operation`.
 */
export function PublishOutput({
  tables,
  shown,
  now,
  form,
  ...rest
}: PublishOutputProps & { shown: string | null; now: string; form: FormState | undefined }) {
  const free = tables.filter(({ dataset }) => dataset === null);
  const made = tables.filter(({ dataset }) => dataset !== null);
  return (
    <section aria-labelledby="publish-title" id="publish" className="trade">
      <div className="block-head">
        <h2 id="publish-title">{`Publish or share ${plural(tables.length, "it", "them")}`}</h2>
        <p className="meta">Others read the rows, never the connection behind them</p>
      </div>
      {made.length > 0 && (
        <ul className="panel managed">
          {made.map((one) => (
            <Made key={one.operation} table={one} now={now} />
          ))}
        </ul>
      )}
      {free.length > 0 && <ShareForm tables={free} shown={shown} />}
      {free.length > 0 && (
        <PublishForm
          {...rest}
          tables={free}
          shown={shown}
          form={form?.values?.["intent"] === "publish-output" ? form : undefined}
        />
      )}
    </section>
  );
}

/** `shown`: the table whose rows are on the page. */
type Offered = { tables: PublishableTable[]; shown: string | null };

function Made({ table: { dataset, tableName, broughtAt }, now }: { table: PublishableTable; now: string }) {
  if (!dataset) return null;
  const here = `/dataset_profile/${dataset.id}`;
  return (
    <li>
      <div>
        <h3 className="name">
          <Link to={here}>{dataset.title}</Link>
        </h3>
        <p className="badges">
          <LiveBadge />
          {dataset.isPublic ? <Badge>Public</Badge> : <PrivateBadge />}
        </p>
        <p className="meta row">
          <span>
            shows <code>{tableName}</code>
          </span>
          <Ago prefix="updated " at={broughtAt} now={now} />
          <span>{counted(dataset.subscriberCount, "user")}</span>
        </p>
      </div>
      <div className="acts">
        <ButtonLink small icon={Users} to={`${here}#shares-title`}>
          Who has access
        </ButtonLink>
        <ButtonLink small to={`${here}?edit=1`}>
          Edit<span className="visually-hidden"> {dataset.title}</span>
        </ButtonLink>
      </div>
    </li>
  );
}

function ShareForm({ tables, shown }: Offered) {
  const busy = useNavigation().formData?.get("intent") === "share-output";
  return (
    <Form method="post" className="panel panel-body trade-share">
      <input type="hidden" name="intent" value="share-output" />
      <div>
        <strong>Only with people you name</strong>
        <p className="meta">
          {tables.length === 1 ? <code>{tables[0]?.tableName}</code> : "The table"} becomes a private dataset of yours.
          Next, you choose who may read it.
        </p>
      </div>
      <WhichTable tables={tables} shown={shown} />
      <Button icon={Users} off={busy}>
        Share with people
      </Button>
    </Form>
  );
}

function WhichTable({ tables, shown, form }: Offered & { form?: FormState }) {
  const [only] = tables;
  const chosen = tables.find(({ tableName }) => tableName === shown)?.operation;
  if (tables.length === 1) return <input type="hidden" name="operation" value={only?.operation} />;
  return (
    <SelectField
      key={chosen}
      label="Table"
      name="operation"
      state={form}
      defaultValue={chosen}
      options={tables.map(({ operation, tableName, rows }) => ({
        value: operation,
        label: `${tableName} (${counted(rows, "row")})`,
      }))}
    />
  );
}

function PublishForm({
  tables,
  shown,
  card,
  categories,
  licenses,
  form,
}: PublishOutputProps & Offered & { form: FormState | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "publish-output";
  const ref = useFocusOnError(form);
  return (
    <details className="panel snippet" open={form !== undefined || undefined}>
      <summary>
        <Icon of={ChevronRight} />
        {`Publish ${plural(tables.length, "this table", "a table")} as a dataset`}
      </summary>
      <Form method="post" ref={ref} preventScrollReset>
        <input type="hidden" name="intent" value="publish-output" />
        <WhatIsShown tables={tables} />
        <div className="details">
          {tables.length > 1 && (
            <div className="wide">
              <WhichTable tables={tables} shown={shown} form={form} />
            </div>
          )}
          {tables.length === 1 && <WhichTable tables={tables} shown={shown} form={form} />}
          <DatasetCardFields
            card={card}
            categories={optionsOf(categories)}
            licenses={licenses}
            hints={{
              description: "Start with what one row represents, and name the source.",
              license: "What others may do with the rows. The source's own terms come first.",
              isPublic:
                "Anyone can find and connect to it. Turn off to keep it to you and the people you share it with.",
            }}
            state={form}
          />
          <CheckField
            wide
            label="I have the right to share this data"
            name="rights"
            value="true"
            required
            hint="The terms of the API must allow it. You are responsible for what you publish."
            state={form}
          />
        </div>
        <div className="panel-foot">
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button kind="primary" off={busy}>
            Publish Dataset
          </Button>
        </div>
      </Form>
    </details>
  );
}

/** What others can see of the tables, and what they never see. */
function WhatIsShown({ tables }: { tables: readonly PublishableTable[] }) {
  return (
    <ul className="consent panel-body">
      {tables.map(({ operation, tableName, columns }) => (
        <li key={operation}>
          <Icon of={Columns3} />
          <span>
            What becomes visible of <code>{tableName}</code>: <CodeList names={columns} />.
          </span>
        </li>
      ))}
      <li>
        <Icon of={Eye} />
        <span>Anyone sees the columns and ten rows of a public dataset; people with access see all rows.</span>
      </li>
      <li>
        <Icon of={RefreshCw} />
        <span>
          Each complete pull is shown at once, with every column that the API adds. A pull that fails changes nothing.
        </span>
      </li>
      <li>
        <Icon of={EyeOff} />
        <span>
          Your key, settings, headers, runs and their errors stay private. What the API repeats in its rows does not:
          look at the rows first.
        </span>
      </li>
    </ul>
  );
}
