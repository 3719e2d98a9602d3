import { Form, useNavigation } from "@remix-run/react";
import { Globe, Pencil, Plug } from "lucide-react";
import { hrefWithReturn } from "../../local-path.ts";
import { Badge, KindBadge, LiveBadge, PrivateBadge } from "../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Strip } from "../../ui/data/charts.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { CheckField, ErrorLine, type Option, SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import { useFollow } from "../../ui/feedback/follow.ts";
import type { FormState } from "../../ui/form/form-state.ts";
import { counted, formatCount, formatPrice, plural } from "../../ui/data/format.ts";
import type { ColumnShape } from "../../ui/data/item.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Ago, Day } from "../../ui/time/time.tsx";
import { RejectedLink } from "../../items/rejected-link.tsx";
import { DatasetSource, type DatasetSourceShown, Freshness, isLive, License, Stopped } from "./dataset-source.tsx";
import { Hero } from "../../items/hero.tsx";
import { OpenIt } from "../../items/open-it.tsx";
import { PreviewPanel } from "../../items/preview-panel.tsx";

export type DatasetProfileViewProps = {
  now: string;
  dataset: {
    id: string;
    title: string;
    description: string;
    category: string;
    keywords: string[];
    author: string | null;
    license: { id: string; label: string; url: string | null };
    image: string | null;
    is_public: boolean;
    is_visible: boolean;
    price: number;
    subscriber_count: number;
    created_at: string;
    updated_at: string;
    table_name: string;
  };
  source: DatasetSourceShown;
  signedIn: boolean;
  owned: boolean;
  /** Whether rows may be read: granted or owned. */
  hasAccess: boolean;
  shape: ColumnShape[];
  /** The latest 100 rows with access, at most ten sample rows without; null while they load or when they cannot be read. */
  preview: PreviewRows | null;
  /** Why the rows cannot be shown now. */
  previewFault?: string;
  /** Set while the upload is still loading. */
  loadingJobHref?: string;
  /** Why the file could not be loaded; its owner alone is told. */
  loadError?: string;
  /** Rows of the file that did not fit its table. */
  rejected: number;
  origin: string;
  /** `?edit=1` of the owner: the form that changes title, description, category, keywords and visibility. */
  edit?: { categories: string[]; licenses: Option[] };
  /** Whom the owner has given access or who took it; nobody else is told. */
  shares?: readonly { readonly email: string; readonly name: string; readonly granted_at: string }[];
  form?: FormState;
};

export function DatasetProfileView(props: DatasetProfileViewProps) {
  const { dataset, preview, hasAccess, now, form } = props;
  useFollow(props.loadingJobHref !== undefined);
  return (
    <div className="wrap">
      <Hero
        category={dataset.category}
        title={dataset.title}
        lead={dataset.description}
        image={dataset.image}
        state={<State {...props} />}
        badges={
          <>
            <KindBadge kind="dataset" />
            {isLive(props.source) && <LiveBadge />}
            {dataset.is_public ? <Badge icon={Globe}>Public</Badge> : <PrivateBadge />}
            {!dataset.is_visible && <Badge tone="warn">Hidden</Badge>}
          </>
        }
        facts={[
          ...(preview ? [{ label: "Rows", value: formatCount(preview.total) }] : []),
          {
            label: "Columns",
            value: (
              <>
                {formatCount(props.shape.length)}
                <Strip columns={props.shape} />
              </>
            ),
          },
          { label: "Updated", value: <Freshness source={props.source} at={dataset.updated_at} now={now} /> },
          { label: "Price", value: formatPrice(dataset.price) },
          { label: "Subscribers", value: formatCount(dataset.subscriber_count) },
          { label: "Category", value: dataset.category },
          { label: "Author", value: dataset.author ?? "Unknown" },
          { label: "Source", value: <DatasetSource source={props.source} /> },
          { label: "Licence", value: <License {...dataset.license} /> },
          { label: "Created", value: <Day at={dataset.created_at} /> },
        ]}
      />
      <Stopped source={props.source} isVisible={dataset.is_visible} />
      {props.edit && <EditForm {...props} {...props.edit} form={formOf(form, "update")} />}
      {form?.message && <Notice tone="bad" role="alert" title={form.message} />}
      {props.loadError && (
        <Notice tone="bad" role="alert" title={props.loadError}>
          Nothing was published. Correct the file and upload it again.
        </Notice>
      )}
      <div className="blocks">
        {hasAccess && <OpenIt origin={props.origin} table={dataset.table_name} />}
        <Preview {...props} />
        {props.shares && <Shares shares={props.shares} now={now} form={formOf(form, "share")} />}
        {dataset.keywords.length > 0 && <p className="meta">Keywords: {dataset.keywords.join(", ")}</p>}
      </div>
    </div>
  );
}

/** What was refused, for the form that it came from only. */
function formOf(form: FormState | undefined, intent: string): FormState | undefined {
  return form?.values?.["intent"] === intent ? form : undefined;
}

function State({ dataset, source, signedIn, owned, hasAccess, form }: DatasetProfileViewProps) {
  const busy = useNavigation().formData?.get("intent") === "connect";
  if (owned) {
    return (
      <>
        <Button off title={source.kind === "upload" ? "You uploaded this dataset." : "You published this dataset."}>
          Owned
        </Button>
        <ButtonLink icon={Pencil} to="?edit=1" preventScrollReset>
          Edit
        </ButtonLink>
        <Confirm
          name="delete"
          label="Delete"
          small={false}
          title={`Delete ${dataset.title}?`}
          verb="Delete"
          fields={{ intent: "delete" }}
        >
          <p>
            {dataset.subscriber_count > 0
              ? `${counted(dataset.subscriber_count, "user")} ${plural(dataset.subscriber_count, "has", "have")} access: it is hidden from the DataStore at once and deleted when the last one removes it.`
              : "Its rows, streams and DataStore listing are removed immediately. Its history stays for auditors."}
          </p>
        </Confirm>
      </>
    );
  }
  if (hasAccess) {
    return (
      <>
        <span className="status status-ok">You have access</span>
        <Confirm
          name="remove"
          label="Remove"
          kind="quiet"
          small={false}
          title={`Remove your access to ${dataset.title}?`}
          verb="Remove"
          fields={{ intent: "remove" }}
        >
          <p>
            Your streams of it stop.{" "}
            {dataset.is_visible ? "You can connect again." : "Its owner has deleted it, so you cannot connect again."}
          </p>
        </Confirm>
      </>
    );
  }
  if (!signedIn) {
    return (
      <ButtonLink kind="primary" icon={Plug} to={hrefWithReturn("/login", `/dataset_profile/${dataset.id}`)}>
        Connect
      </ButtonLink>
    );
  }
  return (
    <Form method="post" className="grid justify-items-end gap-1">
      <input type="hidden" name="intent" value="connect" />
      <Button kind="primary" icon={Plug} off={busy || dataset.price > 0}>
        Connect
      </Button>
      {dataset.price > 0 && (
        <p className="meta">It costs {formatPrice(dataset.price)}. Paid access is not available yet.</p>
      )}
      {form?.errors?.connect && <ErrorLine>{form.errors.connect}</ErrorLine>}
    </Form>
  );
}

/** Posts `intent` update with `title`, `description`, `category`, `license`, `keywords`, `is_public`. */
function EditForm({
  dataset,
  categories,
  licenses,
  form,
}: Pick<DatasetProfileViewProps, "dataset"> & {
  form: FormState | undefined;
  categories: string[];
  licenses: Option[];
}) {
  const busy = useNavigation().formData?.get("intent") === "update";
  return (
    <Form method="post" className="panel mb-4" aria-label="Edit the dataset">
      <input type="hidden" name="intent" value="update" />
      <div className="details">
        <TextField
          wide
          label="Title"
          name="title"
          maxLength={200}
          aria-required="true"
          defaultValue={dataset.title}
          state={form}
        />
        <TextArea
          wide
          optional
          label="Description"
          name="description"
          rows={3}
          maxLength={5000}
          defaultValue={dataset.description}
          state={form}
        />
        <SelectField
          label="Category"
          name="category"
          defaultValue={dataset.category}
          state={form}
          options={categories.map((name) => ({ value: name, label: name }))}
        />
        <SelectField label="Licence" name="license" defaultValue={dataset.license.id} state={form} options={licenses} />
        <TextField
          wide
          optional
          label="Keywords"
          name="keywords"
          hint="Separated by commas"
          defaultValue={dataset.keywords.join(", ")}
          state={form}
        />
        <CheckField
          wide
          label="Public"
          name="is_public"
          value="true"
          defaultChecked={dataset.is_public}
          hint="When off, new people can't find it; existing access stays."
          state={form}
        />
      </div>
      <div className="panel-foot">
        <Button off={busy}>Save changes</Button>
        <ButtonLink kind="quiet" to={`/dataset_profile/${dataset.id}`}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

/** Posts `intent` share with `email` and `rights`, or unshare with `email`. */
function Shares({
  shares,
  now,
  form,
}: Pick<DatasetProfileViewProps, "now"> & {
  form: FormState | undefined;
  shares: NonNullable<DatasetProfileViewProps["shares"]>;
}) {
  const busy = useNavigation().formData?.get("intent") === "share";
  return (
    <section aria-labelledby="shares-title">
      <div className="block-head">
        <h2 id="shares-title">Who has access</h2>
        <p className="meta">{counted(shares.length, "person", "people")} besides you</p>
      </div>
      <div className="panel">
        {shares.length > 0 && (
          <ul className="managed">
            {shares.map(({ email, name, granted_at }) => (
              <li key={email}>
                <div>
                  <strong>{name}</strong>
                  <p className="meta row">
                    <span>{email}</span>
                    <Ago prefix="since " at={granted_at} now={now} />
                  </p>
                </div>
                <div className="acts">
                  <Confirm
                    name={`share-${email}`}
                    label={
                      <>
                        Remove<span className="visually-hidden"> the access of {name}</span>
                      </>
                    }
                    title={`Remove the access of ${name}?`}
                    verb="Remove"
                    fields={{ intent: "unshare", email }}
                  >
                    <p>Their streams of this dataset stop at once.</p>
                  </Confirm>
                </div>
              </li>
            ))}
          </ul>
        )}
        <Form method="post" className="panel-body share" preventScrollReset key={shares.length}>
          <input type="hidden" name="intent" value="share" />
          <TextField
            label="Share with"
            name="email"
            type="email"
            required
            autoComplete="off"
            state={form}
            hint="The e-mail address of their account here. It works for a private dataset too."
          />
          <CheckField
            label="I have the right to share this data"
            name="rights"
            value="true"
            required
            state={form}
            hint="The terms of its source must allow it. You are responsible for what you share."
          />
          <Button off={busy}>Share</Button>
        </Form>
      </div>
    </section>
  );
}

function Preview({
  preview,
  previewFault,
  hasAccess,
  rejected,
  loadingJobHref,
  signedIn,
  dataset,
}: DatasetProfileViewProps) {
  if (loadingJobHref) {
    return (
      <div className="panel empty" aria-busy="true">
        <h2>Existing Dataset Preview</h2>
        <p className="status status-run">The rows are being loaded.</p>
        <ButtonLink small to={loadingJobHref}>
          See the progress
        </ButtonLink>
      </div>
    );
  }
  if (!preview) {
    return (
      <EmptyState title="Failed to load data." level={2}>
        {previewFault !== undefined && <p className="quiet">{previewFault}</p>}
        {!signedIn && (
          <p className="quiet">
            You may need to <a href={hrefWithReturn("/login", `/dataset_profile/${dataset.id}`)}>log in</a> to see it.
          </p>
        )}
      </EmptyState>
    );
  }
  if (!hasAccess)
    return (
      <PreviewPanel
        title="Sample Data Preview"
        preview={preview}
        sample
        note="Limited preview, full dataset requires access"
      />
    );
  return (
    <PreviewPanel
      title="Existing Dataset Preview"
      preview={preview}
      note={rejected > 0 && <RejectedLink id={dataset.id} rejected={rejected} />}
    />
  );
}
