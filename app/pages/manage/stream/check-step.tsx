import { Form, useNavigation } from "@remix-run/react";
import type { ToolCheck } from "../../../streaming/check-tool.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import { counted } from "../../../ui/data/format.ts";
import { RefreshCw } from "../../../ui/icons/all.ts";
import type { StreamOutcome } from "./stream-shown.ts";
import type { Tool } from "./tools.ts";

type Props = {
  tool: Tool;
  table: string;
  made: StreamOutcome["made"];
  hasKey: boolean;
  /** How many other keys of the user open the table. */
  keys: number;
  check: ToolCheck | undefined;
};

/** Has the server call the table as the tool would, and shows what came. */
export function CheckStep({ tool, table, made, hasKey, keys, check }: Props) {
  const busy = useNavigation().formData?.get("intent") === "check-tool";
  return (
    <>
      <Form method="post" preventScrollReset className="checked">
        <input type="hidden" name="intent" value="check-tool" />
        <input type="hidden" name="table" value={table} />
        <input type="hidden" name="tool" value={tool.id} />
        {made && <input type="hidden" name="key" value={made.secret} />}
        {made && <input type="hidden" name="key_name" value={made.name} />}
        {check && <Badge tone={check.status === 200 ? "ok" : "bad"}>{check.status}</Badge>}
        <p role="status">
          {check ? (
            <Found check={check} />
          ) : (
            <span className="quiet">
              {hasKey ? notYet(tool) : keys > 0 ? UNKNOWN_TEXT : "Make a key above, and check it here."}
            </span>
          )}
        </p>
        {hasKey && (
          <Button small icon={RefreshCw} off={busy}>
            {busy ? "Checking…" : check ? "Check again" : "Check it works"}
          </Button>
        )}
      </Form>
      {check && <Figures check={check} />}
    </>
  );
}

const UNKNOWN_TEXT =
  "The texts of your keys are not kept, so this server cannot call with one of them. Make a key above, or call from your tool: the call is then listed here.";

const notYet = ({ label }: Tool) => `This server calls the table as ${label} does, and counts the rows.`;

function Found({ check }: { check: ToolCheck }) {
  const { rows, total, whole, ms, how, status, error } = check;
  if (status !== 200)
    return (
      <>
        <strong>{error ?? "The call was refused."}</strong> <span className="quiet">Called with: {how}.</span>
      </>
    );
  const isAll = whole && (total === null || rows === total);
  const amount = isAll
    ? `All ${counted(rows, "row")} arrived`
    : `The first ${total === null ? counted(rows, "row") : `${rows.toLocaleString("en-US")} of ${counted(total, "row")}`} arrived`;
  return (
    <>
      <strong>{`${amount} in ${ms.toLocaleString("en-US")} ms.`}</strong>{" "}
      <span className="quiet">Called with: {how}.</span>
    </>
  );
}

function Figures({ check: { firstByteMs, bytes, contentType } }: { check: ToolCheck }) {
  return (
    <dl className="figures">
      <div>
        <dt>First byte</dt>
        <dd>{firstByteMs.toLocaleString("en-US")} ms</dd>
      </div>
      <div>
        <dt>Size as sent</dt>
        <dd>{bytes.toLocaleString("en-US")} bytes</dd>
      </div>
      <div>
        <dt>Content type</dt>
        <dd>
          <code className="break-all">{contentType}</code>
        </dd>
      </div>
    </dl>
  );
}
