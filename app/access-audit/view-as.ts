import type { AuditedItem, WhySees } from "#domain/use-cases/access-audit/why-sees.ts";
import { stateAsOf } from "#domain/use-cases/history/state-as-of.ts";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import { connectorOffers } from "../offers/connector-offer.ts";
import { offersOf } from "../offers/dataset-offer.ts";
import type { Platform } from "../platform.ts";

/** What a person is shown of an item. Rows are only named, never read. */
export type View = {
  readonly title: string | null;
  /** Title, description and all else of its card; of a connector its definition too. */
  readonly card: boolean;
  readonly rows: WhySees["rows"];
  /** Whether a key of the person opens its rows. */
  readonly stream: boolean;
  /** Earlier versions of its rows with their files; of a connector the versions that the rules name. */
  readonly versions: boolean;
  /** Who has access to it, open requests, what happened to it. */
  readonly people: boolean;
  /** The buttons of its page. */
  readonly offers: readonly string[];
};

/**
 * What a person is shown of an item, now or as of a time: from the rules by which they see it (`whySees`), what the item
 * was, and the functions by which its page chooses its buttons. null: nothing.
 */
export async function viewAs(
  { ports }: Pick<Platform, "ports">,
  item: AuditedItem,
  why: WhySees,
  { asOf }: { readonly asOf: string | null },
): Promise<View | null> {
  if (!why.sees) return null;
  const subject = { kind: item.kind === "table" ? ("instance" as const) : item.kind, id: item.id };
  const time = asOf ?? untilTime((await ports.clock.now()).toISOString())!;
  const state = await stateAsOf(ports.log, subject, time);
  const has = (rule: string) => why.rules.some((each) => each.rule === rule);
  const owned = has("owner");
  const all = why.rows === "all";
  const view = { card: true, rows: why.rows, people: owned };
  switch (state.kind) {
    case "dataset": {
      const { versionCount: version, card, source } = state;
      const asked = { signedIn: true, owned, hasAccess: all, onRequest: card?.onRequest ?? false };
      const offers = offersOf({ ...asked, isUpload: source === null, version });
      return { ...view, title: state.title, stream: all && version > 0, versions: all, offers };
    }
    case "connector": {
      const { title, versions } = state;
      const seen = versions.filter(({ version }) => why.rules.some((rule) => rule.versions?.includes(version)));
      const connected = has("subscription");
      const offers = connectorOffers({ signedIn: true, owned, connected, active: seen.at(-1)?.active ?? false });
      return { ...view, title: seen.at(-1)?.title ?? title, stream: false, versions: seen.length > 0, offers };
    }
    case "instance":
      return {
        ...{ ...view, title: state.tableName, versions: all, stream: all && state.outputs.length > 0 },
        offers: ["set-up", "run", "remove"],
      };
    case "user":
      return null;
  }
}
