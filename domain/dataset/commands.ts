import type { TableVersion } from "../core/values/table.ts";
import type { DatasetCard, DatasetSource } from "./events.ts";

/** Whether the owner said that they have the right to share the rows; a page asks, the API does not. */
export type Confirmation = { readonly rightsConfirmed?: boolean };

export type DatasetCommand =
  | ({
      readonly type: "create";
      readonly datasetId: string;
      readonly by: string;
      readonly price: number;
      readonly tableName: string;
      readonly fileName: string;
    } & DatasetCard)
  /** Makes the output of the owner's instance a dataset, which shows each complete pull from then on. */
  | ({
      readonly type: "publish-output";
      readonly datasetId: string;
      readonly by: string;
      readonly tableName: string;
      readonly source: DatasetSource;
    } & DatasetCard &
      Confirmation)
  | { readonly type: "record-load"; readonly table: TableVersion; readonly rejected: number }
  | { readonly type: "record-load-failure"; readonly code: string; readonly reason: string }
  | { readonly type: "edit"; readonly by: string; readonly card: Partial<DatasetCard> }
  /** Taking a free public dataset for oneself. */
  | { readonly type: "take-access"; readonly userId: string }
  /** The owner shares it with somebody, private or not. */
  | ({ readonly type: "share"; readonly by: string; readonly userId: string } & Confirmation)
  /** Leaving (`by` is the user) or being removed by the owner. */
  | { readonly type: "remove-access"; readonly userId: string; readonly by: string }
  | { readonly type: "delete"; readonly by: string };
