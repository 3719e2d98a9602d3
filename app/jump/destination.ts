/** A place to jump to: its name, and what it is. */
export type Destination = { readonly to: string; readonly label: string; readonly about: string };

/** Places of one kind. */
export type DestinationGroup = { readonly name: string; readonly places: readonly Destination[] };
