import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { Button } from "../ui/controls/button.tsx";
import { CopyButton } from "../ui/controls/copy-button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { KeyRound } from "../ui/icons/all.ts";

/** A key for one table, whose secret is known this once. */
type MadeKey = { readonly table: string; readonly name: string; readonly secret: string };
type Answer = { readonly outcome?: { readonly made?: MadeKey } };

export type TableKey = {
  readonly fetcher: FetcherWithComponents<unknown>;
  /** The key that was just made; null: none yet. */
  readonly made: MadeKey | null;
};

/** A key for this table that can be made on the page where it is needed. */
export function useTableKey(table: string): TableKey {
  const fetcher = useFetcher<Answer>({ key: `table-key ${table}` });
  const made = fetcher.data?.outcome?.made;
  return { fetcher, made: made?.table === table ? made : null };
}

/**
 * Makes the key with one press, or shows it. Without JavaScript the press leads to Manage, Stream Data, where every text
 * for this table has the key.
 */
export function TableKeyOffer({ table, say, tableKey }: { table: string; say: string; tableKey: TableKey }) {
  const { fetcher, made } = tableKey;
  if (made)
    return (
      <div className="stack">
        <Notice tone="ok" role="status" title={`New key created: ${made.name}`}>
          It opens this table alone, and is shown only this once. {say}
        </Notice>
        <p className="row">
          <code className="break-all">{made.secret}</code>
          <CopyButton text={made.secret} label="Copy secret" name={`Copy the secret for ${table}`} />
        </p>
      </div>
    );
  return (
    <fetcher.Form
      method="post"
      action={`/manage?tab=stream&table=${encodeURIComponent(table)}&tool=curl`}
      className="row"
    >
      <input type="hidden" name="intent" value="make-table-key" />
      <input type="hidden" name="table" value={table} />
      <input type="hidden" name="tool" value="curl" />
      <Button small icon={KeyRound} off={fetcher.state !== "idle"}>
        Make a Key for This Table
      </Button>
      <span className="meta">It opens this table alone, and is shown here.</span>
    </fetcher.Form>
  );
}
