import { Form, useNavigation } from "@remix-run/react";
import { Pencil, Plug, Plus, Upload } from "../../ui/icons/all.ts";
import { type DatasetOffer, offersOf } from "../../offers/dataset-offer.ts";
import { hrefWithReturn } from "../../local-path.ts";
import { DatasetDeletion } from "../../items/deletion-effect.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { formatPrice } from "../../ui/data/format.ts";
import { ErrorLine } from "../../ui/form/field.tsx";
import { AccessEnd, RequestLink } from "./access-request.tsx";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";

/** The actions of the viewer: edit and delete for the owner, connect or remove access for others. */
export function DatasetState(props: DatasetProfileViewProps) {
  const { dataset, signedIn, source } = props;
  const { onRequest, version } = dataset;
  const offers = offersOf({ ...props, onRequest, version, isUpload: source.kind === "upload" });
  if (offers.includes("edit")) return <OwnerActions {...props} offers={offers} />;
  if (offers.includes("remove")) return <HasAccess dataset={dataset} />;
  if (offers.includes("ask"))
    return <RequestLink id={dataset.id} signedIn={signedIn} waiting={props.ownRequest?.status === "open"} />;
  if (offers.includes("connect")) return <ConnectForm {...props} />;
  return (
    <ButtonLink kind="primary" icon={Plug} to={hrefWithReturn("/login", `/dataset_profile/${dataset.id}`)}>
      Connect
    </ButtonLink>
  );
}

function OwnerActions({ dataset, source, offers }: DatasetProfileViewProps & { offers: readonly DatasetOffer[] }) {
  return (
    <>
      <Button off title={source.kind === "upload" ? "You uploaded this dataset." : "You published this dataset."}>
        Owned
      </Button>
      <ButtonLink icon={Pencil} to="?edit=1" preventScrollReset>
        Edit
      </ButtonLink>
      {offers.includes("new-version") && (
        <ButtonLink icon={Upload} to="?new-version=1" preventScrollReset>
          New version
        </ButtonLink>
      )}
      {offers.includes("add-rows") && (
        <ButtonLink icon={Plus} to={`/dataset_profile/${dataset.id}/rows`}>
          Add rows
        </ButtonLink>
      )}
      <Confirm
        name="delete"
        label="Delete"
        small={false}
        title={`Delete ${dataset.title}?`}
        verb="Delete"
        fields={{ intent: "delete" }}
      >
        <DatasetDeletion users={dataset.subscriberCount} />
      </Confirm>
    </>
  );
}

function HasAccess({ dataset }: Pick<DatasetProfileViewProps, "dataset">) {
  return (
    <>
      <span className="status status-ok">You have access</span>
      <AccessEnd until={dataset.grantedUntil} />
      <Confirm
        name="remove"
        label="Remove"
        kind="quiet"
        small={false}
        title={`Remove your access to ${dataset.title}?`}
        verb="Remove"
        fields={{ intent: "remove" }}
      >
        <p>Your streams of it stop. {whatFollows(dataset)}</p>
      </Confirm>
    </>
  );
}

function whatFollows({ isVisible, onRequest }: DatasetProfileViewProps["dataset"]): string {
  if (!isVisible) return "Its owner has deleted it, so you cannot connect again.";
  return onRequest ? "To connect again, you have to ask the owner." : "You can connect again.";
}

function ConnectForm({ dataset, form }: DatasetProfileViewProps) {
  const busy = useNavigation().formData?.get("intent") === "connect";
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
