import { Pencil, Plus, Upload } from "../../ui/icons/all.ts";
import { ConnectorDeletion, DatasetDeletion } from "../../items/deletion-effect.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { CursorPager } from "../../ui/controls/pager.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { StatusBadge } from "../../ui/data/badge.tsx";
import type { ItemSummary } from "../../ui/data/item.ts";
import { PostButton } from "../../ui/form/post-button.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { Ago } from "../../ui/time/time.tsx";
import type { ManageTab } from "./manage-page.ts";
import type { ManagedDraft } from "./manage-shown.ts";
import { ManagedItem, ManagedRow, ManagedRows } from "./managed-row.tsx";

/** What the viewer has made: datasets, connectors and drafts of connectors. */
export function UploadedTab({ datasets, connectors, drafts, now }: ManageTab<"uploaded">) {
  return (
    <div className="blocks">
      <Block
        title="Uploaded Datasets"
        id="uploaded-datasets"
        end={
          <ButtonLink icon={Upload} to="/upload?tab=dataset">
            Upload Dataset
          </ButtonLink>
        }
      >
        <ManagedRows
          empty="uploaded datasets"
          hint="A CSV, Excel, JSON or Parquet file becomes a table with types, a preview and an address of its own."
        >
          {datasets.items.map((one) => (
            <ManagedItem key={one.id} item={one} now={now} acts={<DatasetActions {...one} />} />
          ))}
        </ManagedRows>
        <CursorPager {...datasets} prefix="datasets_" label="Pages of uploaded datasets" />
      </Block>
      <Block
        title="Created Connectors"
        id="created-connectors"
        end={
          <ButtonLink icon={Plus} to="/upload?tab=connector">
            Create Connector
          </ButtonLink>
        }
      >
        <ManagedRows
          empty="created connectors"
          hint="Describe a REST API in a few lines of JSON, and others can connect to it with their own key."
        >
          {[
            ...(connectors.page === 1 ? drafts : []).map((one) => <Draft key={one.id} {...one} now={now} />),
            ...connectors.items.map((one) => (
              <ManagedItem key={one.id} item={one} now={now} acts={<ConnectorActions {...one} />} />
            )),
          ]}
        </ManagedRows>
        <CursorPager {...connectors} prefix="connectors_" label="Pages of created connectors" />
      </Block>
    </div>
  );
}

function DatasetActions({ id, title, subscriberCount }: ItemSummary) {
  return (
    <>
      <ButtonLink small icon={Pencil} to={`/dataset_profile/${id}?edit=1`} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      <Confirm
        name={`dataset-${id}`}
        label="Remove"
        about={title}
        title={`Remove ${title}?`}
        verb="Remove"
        fields={{ intent: "delete-dataset", dataset_id: id }}
      >
        <DatasetDeletion users={subscriberCount} />
      </Confirm>
    </>
  );
}

function ConnectorActions({ id, title, status, subscriberCount }: ItemSummary) {
  return (
    <>
      <PostButton small intent="edit-connector" fields={{ connector_id: id }} icon={Pencil} off={status === "inactive"}>
        Edit<span className="visually-hidden"> {title}</span>
      </PostButton>
      <Confirm
        name={`connector-${id}`}
        label="Remove"
        about={title}
        title={`Remove ${title}?`}
        verb="Remove"
        fields={{ intent: "delete-connector", connector_id: id }}
      >
        <ConnectorDeletion users={subscriberCount} />
      </Confirm>
    </>
  );
}

function Draft({ id, title, updatedAt, now }: ManagedDraft & { now: string }) {
  const editor = `/upload?edit=${id}`;
  return (
    <ManagedRow
      href={editor}
      title={title || "Untitled"}
      badges={<StatusBadge status="draft" />}
      acts={
        <>
          <ButtonLink small icon={Pencil} to={editor} aria-label={`Edit the draft ${title}`}>
            Edit
          </ButtonLink>
          <Confirm
            name={`draft-${id}`}
            label="Discard"
            about={`the draft ${title}`}
            title={`Discard the draft ${title || "Untitled"}?`}
            verb="Discard"
            fields={{ intent: "discard-draft", draft_id: id }}
          >
            <p>Its content is lost. The published versions stay as they are.</p>
          </Confirm>
        </>
      }
    >
      <p className="meta">
        saved <Ago at={updatedAt} now={now} />
      </p>
    </ManagedRow>
  );
}
