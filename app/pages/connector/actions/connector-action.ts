import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { AppContext } from "../../../platform.ts";

/** A form posted from a connector's profile. */
export type ConnectorAction = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly item: ConnectorItem;
  readonly form: FormData;
  readonly intent: string;
};

/** The profile with the form. */
export function profileOf({ item }: ConnectorAction): string {
  return `/connector_profile/${item.id}`;
}
