import type { RowsShown } from "../../rows/rows-page.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { ListPage } from "#domain/core/lists/list-page.ts";
import type { Share } from "../../datasets/dataset-calls.ts";
import type { OpenRequest } from "../../datasets/request-calls.ts";
import { HERO_SHOWN } from "../../items/hero.tsx";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import type { ColumnShape } from "../../ui/data/item.ts";
import type { MarkdownNode } from "../../markdown/parse-markdown.ts";
import type { SnippetColumn } from "../../streaming/snippet.ts";
import type { ColumnsShown } from "./card/columns-shown.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { Option } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import type { OwnRequest } from "./access-request.tsx";
import type { AddressPanelProps } from "./address/address-shown.ts";
import type { DatasetSourceShown } from "./dataset-source.tsx";

export const DATASET_SHOWN = [
  ...HERO_SHOWN,
  "id",
  "keywords",
  "author",
  "license",
  "licenseTerms",
  "rowMeaning",
  "updateFrequency",
  "sourceUrl",
  "isPublic",
  "onRequest",
  "grantedUntil",
  "price",
  "subscriberCount",
  "createdAt",
  "tableName",
  "takenDown",
  "version",
  "loadingVersion",
] as const;

export type DatasetProfileViewProps = {
  now: string;
  dataset: Pick<DatasetItem, (typeof DATASET_SHOWN)[number]> & {
    /** The address of its image. */
    image: string | null;
    isVisible: boolean;
    updatedAt: string;
  };
  source: DatasetSourceShown;
  signedIn: boolean;
  owned: boolean;
  /** Whether rows may be read: granted or owned. */
  hasAccess: boolean;
  shape: ColumnShape[];
  /** A page of the rows with access, at most ten sample rows without; null while they load or if they cannot be read. */
  preview: PreviewRows | null;
  /** How the rows were asked for in the URL; absent: they may not be read, or cannot be now. */
  rows?: RowsShown;
  /** All columns of the current version with their types, shown or not; empty if programs read them as text. */
  columnTypes: readonly SnippetColumn[];
  /** Why the rows cannot be shown now. */
  previewFault?: string;
  /** Set while the upload is still loading. */
  loadingJobHref?: string;
  /** Why the file could not be loaded; for its owner only. */
  loadError?: string;
  /** That file may be loaded again. */
  fileKept?: boolean;
  /** Rows of the file that did not fit its table. */
  rejected: number;
  readMe: readonly MarkdownNode[];
  /** For search engines; null: not everybody sees the dataset. */
  jsonLd: JsonObject | null;
  /** A page of its data dictionary. */
  columns: ColumnsShown;
  origin: string;
  /** `?edit=1` for the owner: the form that changes its card. */
  edit?: { categories: string[]; licenses: Option[]; readMe: string };
  /** `?new-version=1` for the owner of uploaded rows: the form that replaces them. */
  newVersion?: true;
  /** Where its files come from, if that is an address; for the owner only. */
  address?: AddressPanelProps;
  /** Who has access, by a share or by taking it; for the owner only. */
  shares?: readonly Share[];
  /** The open requests for access; for the owner only. */
  openRequests?: ListPage<OpenRequest>;
  /** The viewer's own request for access, if there was one. */
  ownRequest?: OwnRequest;
  form?: FormState;
};
