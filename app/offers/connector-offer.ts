/** What the page of a connector offers a viewer to do. */
export type ConnectorOffer = "edit" | "make-inactive" | "make-active" | "delete" | "remove" | "connect" | "log-in";

/** The buttons of a connector for a viewer who sees it: the page and the explanation for auditors show these. */
export function connectorOffers({
  signedIn,
  owned,
  connected,
  active,
}: {
  readonly signedIn: boolean;
  readonly owned: boolean;
  readonly connected: boolean;
  /** Whether the version that is shown takes new connections. */
  readonly active: boolean;
}): readonly ConnectorOffer[] {
  const ofOwner = active ? (["edit", "make-inactive", "delete"] as const) : (["make-active", "delete"] as const);
  const toConnect = signedIn ? "connect" : "log-in";
  return [...(connected ? (["remove"] as const) : active ? ([toConnect] as const) : []), ...(owned ? ofOwner : [])];
}
