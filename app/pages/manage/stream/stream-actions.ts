import { data } from "@remix-run/node";
import { cutText } from "#domain/core/text/text.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { makeApiKey } from "../../../account/api-key-calls.ts";
import { streamingKey } from "../../../account/streaming-key.ts";
import { causeOf } from "../../../http/cause.ts";
import { refuse, type CallResult } from "../../../http/call-result.ts";
import { refusedButton } from "../../../http/forms/page.ts";
import { orFault } from "../../../http/or-fault.ts";
import type { AppContext } from "../../../platform.ts";
import { checkTool, type ToolCheck } from "../../../streaming/check-tool.ts";
import { toolOf } from "../../../streaming/tool-ids.ts";
import type { StreamOutcome } from "./stream-shown.ts";
import type { FormText } from "../../../http/forms/form-texts.ts";

const CHECK_FAILED = "The table could not be called.";
const MAX_TITLE_CHARS = 40;

type Asked = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly intent: "check-tool" | "make-table-key";
  /** The posted text with this name. */
  readonly field: (name: FormText) => string;
  readonly here: string;
};

/** Checks a tool, or makes a key for a table. The answers are no redirects: the page shows a secret only this once. */
export async function actOnStream({ context, viewer, intent, field, here }: Asked) {
  const tool = toolOf(field("tool"));
  const answer = (outcome: StreamOutcome) => data({ outcome: tool === null ? outcome : { ...outcome, tool } });
  if (intent === "make-table-key") {
    const made = await orFault(context, "Failed to generate API key.", () => keyFor(context, viewer, field("table")));
    return made.ok ? answer({ made: made.value }) : refusedButton(made, here);
  }
  const check = await orFault(context, CHECK_FAILED, () => checked(context, viewer, field));
  const outcome = check.ok ? { check: check.value, ...postedKey(field) } : null;
  return check.ok && outcome ? answer(outcome) : refusedButton(check as Exclude<typeof check, { ok: true }>, here);
}

/** A key that was made a moment ago stays in the snippets while its page is open. */
function postedKey(field: Asked["field"]): Pick<StreamOutcome, "made"> {
  const [secret, table, name] = [field("key"), field("table"), field("key_name")];
  return secret === "" ? {} : { made: { table, name, secret } };
}

async function keyFor(
  context: AppContext,
  viewer: UserRow,
  table: string,
): Promise<CallResult<NonNullable<StreamOutcome["made"]>>> {
  const found = await context.platform.queries.tables.find(table, viewer.id);
  const title = found?.access === "full" ? found.table.title : table;
  const name = cutText(`Stream of ${title}`, MAX_TITLE_CHARS).trim();
  const asked = { name, scopes: ["read"] as const, tables: [table], expiresAt: null };
  const made = await makeApiKey(context, asked, viewer, causeOf(context));
  return made.ok ? { ok: true, value: { table, name: made.value.name, secret: made.value.secret } } : made;
}

async function checked(context: AppContext, viewer: UserRow, field: Asked["field"]): Promise<CallResult<ToolCheck>> {
  const tool = toolOf(field("tool"));
  if (tool === null) return refuse("form-unknown");
  const { platform } = context;
  const key = field("key") || (await streamingKey(platform, viewer)) || null;
  if (key === null) return refuse("key-needed");
  return { ok: true, value: await checkTool(platform.ownCalls, { tool, table: field("table"), key }) };
}
