/** What the page of a dataset offers a viewer to do. */
export type DatasetOffer = "edit" | "new-version" | "add-rows" | "delete" | "remove" | "ask" | "connect" | "log-in";

export type DatasetOfferAsked = {
  readonly signedIn: boolean;
  readonly owned: boolean;
  /** Whether all rows may be read. */
  readonly hasAccess: boolean;
  readonly onRequest: boolean;
  /** The rows came from a file, and how many versions there are. */
  readonly isUpload: boolean;
  readonly version: number;
};

/** The buttons of a dataset for a viewer who sees it: the page and the explanation for auditors show these. */
export function offersOf({
  signedIn,
  owned,
  hasAccess,
  onRequest,
  isUpload,
  version,
}: DatasetOfferAsked): readonly DatasetOffer[] {
  if (owned) {
    const ofFiles = isUpload ? (["new-version", ...(version > 0 ? (["add-rows"] as const) : [])] as const) : [];
    return ["edit", ...ofFiles, "delete"];
  }
  if (hasAccess) return ["remove"];
  if (onRequest) return ["ask"];
  return signedIn ? ["connect"] : ["log-in"];
}
