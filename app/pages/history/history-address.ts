/** What the address of a history asks for, as it was typed; empty: nothing. */
export type HistoryAddress = {
  readonly as_of: string;
  readonly about: string;
  readonly person: string;
  readonly from: string;
  readonly to: string;
};

/** The query of the same page with some of it changed; "?" for none. */
export function historyHref(
  address: HistoryAddress,
  change: Partial<HistoryAddress> & { after?: string } = {},
): string {
  const asked = Object.entries({ ...address, ...change }).filter(([, value]) => value !== "");
  return `?${new URLSearchParams(asked)}`;
}
