import { Form, Link, useNavigation } from "@remix-run/react";
import { excelQuery } from "../../../streaming/power-query.ts";
import type { Snippet, SnippetFacts } from "../../../streaming/snippet.ts";
import { CodeBlock } from "../../../ui/code/code-block.tsx";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { counted } from "../../../ui/data/format.ts";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { ChevronRight, Download, KeyRound } from "../../../ui/icons/all.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import type { OpeningKey, StreamOutcome, StreamPanelProps } from "./stream-shown.ts";
import type { Tool, Way } from "./tools.ts";

type Made = StreamOutcome["made"];
type Props = {
  tool: Tool;
  facts: SnippetFacts;
  made: Made;
  hasKey: boolean;
  keys: readonly OpeningKey[];
  excel: StreamPanelProps["excel"];
  now: string;
};

/** Where a text needs a key that the page does not know. */
export const KEY_PLACE = "YOUR_KEY";
const LISTS_TABLES = "Lists the tables that you can read, each with its link.";

/** How to open a table in one tool: a file where the tool has one, the texts to paste, and a key where one is needed. */
export function OpenTool({ tool, facts, made, hasKey, keys, excel, now }: Props) {
  const { table } = facts;
  return (
    <>
      {tool.file && table !== null && (
        <div className="take first">
          <ButtonLink
            to={`/api/assets/table/${encodeURIComponent(table)}/${tool.file.extension}`}
            reloadDocument
            icon={Download}
          >
            {tool.file.label}
          </ButtonLink>
          <span className="meta">{tool.file.say}</span>
        </div>
      )}
      {!hasKey && tool.ways.some((way) => way.hasKey) && <KeysToUse keys={keys} />}
      {tool.ways.map((way) => (
        <OpenWay {...{ way, tool, facts, made, hasKey }} key={way.name} />
      ))}
      {tool.id === "excel" && <TokenQuery {...{ facts, excel, now }} />}
      <KeyOffer tool={tool} table={table} made={made} hasKey={hasKey} />
    </>
  );
}

/** Which keys open the table, where the text below cannot name one: the text of a key is known once only. */
function KeysToUse({ keys }: { keys: readonly OpeningKey[] }) {
  if (keys.length === 0)
    return (
      <p className="panel-body">
        Put a key in place of <code>{KEY_PLACE}</code>: make one below.
      </p>
    );
  return (
    <div className="panel-body">
      <p>
        Put one of your keys that open this table in place of <code>{KEY_PLACE}</code>:
      </p>
      <ul>
        {keys.map(({ name, publicPart }) => (
          <li key={publicPart}>
            {name} <code className="meta">{publicPart}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

type WayProps = { way: Way; tool: Tool; facts: SnippetFacts; made: Made; hasKey: boolean };

function OpenWay({ way, tool, facts, made, hasKey }: WayProps) {
  const snippet = way.write(facts);
  return (
    <Paste
      snippet={made || !hasKey ? { ...snippet, shown: snippet.copied } : snippet}
      name={way.name}
      say={facts.table === null ? LISTS_TABLES : way.say}
      tool={tool}
    />
  );
}

function Paste({ snippet, name, say, tool }: { snippet: Snippet; name: string; say: string; tool: Tool }) {
  return (
    <>
      <div className="code-wrap">
        <CodeBlock text={snippet.copied} shown={snippet.shown} name={name} />
      </div>
      <div className="take">
        <span className="meta">{say}</span>
        <Link className="meta push" to={tool.help}>
          Instructions<span className="visually-hidden"> for {tool.label}</span>
        </Link>
      </div>
    </>
  );
}

/** A query with a token for some minutes in place of the key. Where there is no Copy, it is shown whole. */
function TokenQuery({ facts, excel, now }: Pick<Props, "facts" | "excel" | "now">) {
  const hydrated = useHydrated();
  if (!excel) return <p className="panel-body">No short-lived token could be made. Reload the page.</p>;
  const minutes = Math.max(0, Math.round((Date.parse(excel.expiresAt) - Date.parse(now)) / 60_000));
  const { copied, shown } = excelQuery(facts);
  return (
    <details className="snippet">
      <summary>
        <Icon of={ChevronRight} size="sm" />
        Or look now, without a key
      </summary>
      <div>
        <CodeBlock text={copied} shown={hydrated ? shown : copied} name="the Excel query" />
        <p className="meta">
          {facts.table === null
            ? LISTS_TABLES
            : "In Excel, choose Data, Get Data, From Other Sources, Blank Query, Advanced Editor, and paste this. Every column arrives as text."}{" "}
          {`It works for ${counted(minutes, "minute")}. After that Refresh All fails: copy it again to get newer rows.`}
        </p>
      </div>
    </details>
  );
}

/** Makes a key for the chosen table here, or shows the one that was just made. */
function KeyOffer({ tool, table, made, hasKey }: Pick<Props, "tool" | "made" | "hasKey"> & { table: string | null }) {
  const busy = useNavigation().formData?.get("intent") === "make-table-key";
  if (made)
    return (
      <div className="panel-body stack">
        <Notice tone="ok" role="status" title={`New key created: ${made.name}`}>
          It opens this table alone, and is shown only this once. Texts above that need a key have it.
        </Notice>
        <p>
          <code className="break-all">{made.secret}</code>
        </p>
        <div className="row">
          <CopyButton text={made.secret} label="Copy secret" name={`Copy the secret for ${tool.label}`} />
        </div>
      </div>
    );
  if (table === null) return null;
  return (
    <Form method="post" preventScrollReset className="take">
      <input type="hidden" name="intent" value="make-table-key" />
      <input type="hidden" name="table" value={table} />
      <input type="hidden" name="tool" value={tool.id} />
      <Button small icon={KeyRound} off={busy}>
        Make a Key for This Table
      </Button>
      <span className="meta">
        {hasKey
          ? "It opens this table alone, and is shown here. Your streaming key opens all your tables."
          : "It opens this table alone, and is shown here."}
      </span>
    </Form>
  );
}
