import { Link } from "@remix-run/react";
import { Globe } from "../../ui/icons/all.ts";
import { licenseOf } from "#domain/dataset/licenses.ts";
import { Badge, KindBadge, LiveBadge, PrivateBadge } from "../../ui/data/badge.tsx";
import { Strip } from "../../ui/data/charts.tsx";
import { useFollow } from "../../ui/feedback/follow.ts";
import type { FormState } from "../../ui/form/form-state.ts";
import { formatCount, formatPrice } from "../../ui/data/format.ts";
import { FaultNotice, isOfButton } from "../../ui/feedback/fault-notice.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { type Fact, Facts } from "../../ui/layout/facts.tsx";
import { Day } from "../../ui/time/time.tsx";
import { HistoryLink } from "../../history/history-link.tsx";
import { Hero } from "../../items/hero.tsx";
import { TakeDownLink, TakenDown } from "../../administration/taken-down.tsx";
import { ImagePanel } from "../../images/image-panel.tsx";
import { OpenIt } from "../../items/open-it.tsx";
import { AboutDataset } from "./card/about-dataset.tsx";
import { ColumnsBlock } from "./card/columns-block.tsx";
import { rhythmFacts } from "./card/rhythm-facts.tsx";
import { AddressPanel } from "./address/address-panel.tsx";
import { AccessRequest } from "./access-request.tsx";
import { DatasetPreview } from "./dataset-preview.tsx";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";
import { DatasetSource, Freshness, isLive, License, Stopped } from "./dataset-source.tsx";
import { DatasetState } from "./dataset-state.tsx";
import { EditForm } from "./edit-form.tsx";
import { NewVersionForm } from "./new-version-form.tsx";
import { OpenRequests } from "./open-requests.tsx";
import { Shares } from "./shares.tsx";

export function DatasetProfileView(props: DatasetProfileViewProps) {
  const { dataset, form } = props;
  useFollow(props.loadingJobHref !== undefined);
  return (
    <div className="wrap wrap-data">
      <Hero
        item={dataset}
        image={dataset.image}
        state={<DatasetState {...props} />}
        badges={
          <>
            <KindBadge kind="dataset" />
            {isLive(props.source) && <LiveBadge />}
            {dataset.isPublic ? <Badge icon={Globe}>Public</Badge> : <PrivateBadge />}
            {dataset.isPublic && dataset.onRequest && <Badge tone="info">On request</Badge>}
            {!dataset.isVisible && <Badge tone="warn">Hidden</Badge>}
          </>
        }
        facts={factsOf(props)}
      />
      <TakenDown reason={dataset.takenDown} />
      <Stopped source={props.source} isVisible={dataset.isVisible} />
      {props.newVersion && <NewVersionForm dataset={dataset} />}
      {props.edit && <EditForm {...props} {...props.edit} form={formOf(form, "update")} />}
      <FaultNotice form={form} />
      {props.edit && <ImagePanel image={dataset.image} form={formOf(form, "set-image")} />}
      {form?.message && !isOfButton(form) && <Notice tone="bad" role="alert" title={form.message} />}
      <NotLoaded {...props} />
      <DatasetPreview {...props} />
      <Blocks {...props} />
    </div>
  );
}

/** What follows the rows: how to open them, what they mean, who reads them. */
function Blocks(props: DatasetProfileViewProps) {
  const { dataset, hasAccess, now, form } = props;
  return (
    <div className="blocks">
      <OpenRows {...props} />
      <Block id="details" title="Details">
        <Facts facts={detailsOf(props)} />
      </Block>
      {props.address && <AddressPanel address={props.address} now={now} form={formOf(form, "set-interval")} />}
      <AboutDataset readMe={props.readMe} licenseTerms={dataset.licenseTerms} />
      <ColumnsBlock columns={props.columns} owned={props.owned} form={formOf(form, "describe-columns")} />
      {dataset.onRequest && props.signedIn && !hasAccess && (
        <AccessRequest
          request={props.ownRequest ?? null}
          author={dataset.author}
          now={now}
          form={formOf(form, "ask")}
        />
      )}
      {props.openRequests && props.openRequests.items.length > 0 && (
        <OpenRequests
          requests={props.openRequests.items}
          total={props.openRequests.total}
          now={now}
          form={formOf(form, "approve") ?? formOf(form, "refuse")}
        />
      )}
      {props.shares && <Shares shares={props.shares} now={now} form={formOf(form, "share")} />}
      {dataset.keywords.length > 0 && <p className="meta">Keywords: {dataset.keywords.join(", ")}</p>}
      <p className="meta row item-links">
        <HistoryLink kind="dataset" id={dataset.id} own={props.owned} />
        <TakeDownLink id={dataset.id} reason={dataset.takenDown} />
      </p>
    </div>
  );
}

/** The columns have their types, unless the rows of an older version are shown. */
function OpenRows({ dataset, hasAccess, origin, preview, rows, columnTypes }: DatasetProfileViewProps) {
  const isOlder = Object.keys(rows?.of ?? {}).length > 0;
  const columns = isOlder ? undefined : columnTypes;
  const download = {
    page: `/dataset_profile/${dataset.id}`,
    query: rows?.streamQuery ?? "",
    rows: rows?.matches ?? preview?.total ?? 0,
  };
  return hasAccess ? <OpenIt origin={origin} table={dataset.tableName} columns={columns} download={download} /> : null;
}

function NotLoaded({ dataset: { id, version }, loadError, address, fileKept = false }: DatasetProfileViewProps) {
  const again = fileKept
    ? "The file is kept."
    : address !== undefined
      ? "Refresh it again below."
      : "Correct the file and upload it again.";
  return loadError === undefined ? null : (
    <Notice
      tone="bad"
      role="alert"
      title={loadError}
      actions={
        fileKept && (
          <ButtonLink kind="plain" to={`/upload/job/${id}`}>
            Load it again
          </ButtonLink>
        )
      }
    >
      {version === 0 ? `Nothing was published. ${again}` : `Version ${version} stays as it was. ${again}`}
    </Notice>
  );
}

/** What decides whether the table is the right one: it stands above the rows. */
function factsOf({ dataset, source, shape, preview, now, hasAccess }: DatasetProfileViewProps): Fact[] {
  return [
    ...(preview ? [{ label: "Rows", value: formatCount(preview.total) }] : []),
    {
      label: "Columns",
      value: (
        <>
          {formatCount(shape.length)}
          <Strip columns={shape} />
        </>
      ),
    },
    ...(dataset.version > 0
      ? [
          {
            label: "Version",
            value: <Version {...dataset} hasAccess={hasAccess} />,
          },
        ]
      : []),
    { label: "Updated", value: <Freshness source={source} at={dataset.updatedAt} now={now} /> },
    { label: "Price", value: formatPrice(dataset.price) },
    { label: "Licence", value: <License {...licenseOf(dataset.license)} /> },
  ];
}

function detailsOf({ dataset, source, now }: DatasetProfileViewProps): Fact[] {
  return [
    ...rhythmFacts(dataset, now),
    { label: "Subscribers", value: formatCount(dataset.subscriberCount) },
    { label: "Category", value: dataset.category },
    { label: "Author", value: dataset.author },
    { label: "Source", value: <DatasetSource source={source} url={dataset.sourceUrl} /> },
    { label: "Created", value: <Day at={dataset.createdAt} /> },
  ];
}

function Version({
  id,
  version,
  loadingVersion,
  hasAccess,
}: DatasetProfileViewProps["dataset"] & { hasAccess: boolean }) {
  return (
    <>
      {version}
      {loadingVersion !== null && (
        <>
          , <Link to={`/upload/job/${id}`}>{loadingVersion} is being loaded</Link>
        </>
      )}
      {hasAccess && (
        <>
          {" · "}
          <Link to={`/dataset_profile/${id}/versions`}>All versions</Link>
          {version > 1 && loadingVersion === null && (
            <>
              {" · "}
              <Link to={`/dataset_profile/${id}/versions?compare=${version}`}>
                What changed<span className="visually-hidden"> in version {version}</span>
              </Link>
            </>
          )}
        </>
      )}
    </>
  );
}

/** The refusal, for its own form only. */
function formOf(form: FormState | undefined, intent: string): FormState | undefined {
  return form?.values?.["intent"] === intent ? form : undefined;
}
