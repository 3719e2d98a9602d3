import { Form, useNavigation } from "@remix-run/react";
import { IntervalFields } from "../../../datasets/address/interval-fields.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { CheckField } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { Block } from "../../../ui/layout/block.tsx";
import { ScheduleNote } from "../../../ui/time/schedule-note.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import type { AddressPanelProps } from "./address-shown.ts";

type Props = { address: AddressPanelProps; now: string; form: FormState | undefined };

const ENDS = {
  new: "Newest refresh with new rows",
  unchanged: "Newest refresh without changes",
  failed: "Newest refresh failed",
} as const;

/** For the owner: where the file comes from, how its newest refresh ended, and when the next one is. */
export function AddressPanel({ address, now, form }: Props) {
  const { url, host, interval, nextAt, paused, isRefreshing } = address;
  return (
    <Block title="Address of the file" id="address-title">
      <div className="panel">
        <div className="panel-body stack">
          <p>
            <code className="wrap-anywhere">{url ?? `${host} (the address is no longer stored)`}</code>
          </p>
          <p className="meta">Only you see it.</p>
          <p className="row" role="status">
            <Newest {...address} now={now} />
          </p>
          {interval > 0 && !isRefreshing && (
            <p className="meta">
              <ScheduleNote schedule={{ nextAt: paused === null ? nextAt : null, paused }} now={now} />
            </p>
          )}
          <RefreshForm isRefreshing={isRefreshing} />
        </div>
        <IntervalForm key={interval} minutes={interval} form={form} />
      </div>
    </Block>
  );
}

function Newest({ isRefreshing, checkedAt, outcome, now }: AddressPanelProps & { now: string }) {
  if (isRefreshing) return <span className="status status-run">Fetching the file</span>;
  if (checkedAt === null || outcome === null) return <span className="quiet">Not refreshed yet</span>;
  return (
    <span className={`status ${outcome === "failed" ? "status-bad" : "status-ok"}`}>
      {ENDS[outcome]} <Ago at={checkedAt} now={now} />
    </span>
  );
}

function RefreshForm({ isRefreshing }: { isRefreshing: boolean }) {
  const busy = useNavigation().formData?.get("intent") === "refresh";
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name="intent" value="refresh" />
      <CheckField
        name="columns"
        value="change"
        label="The columns may change"
        hint="When off, a file with other columns is refused, and the rows stay as they are."
        state={undefined}
      />
      <p className="row">
        <Button off={busy || isRefreshing}>Refresh now</Button>
      </p>
    </Form>
  );
}

function IntervalForm({ minutes, form }: { minutes: number; form: FormState | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "set-interval";
  return (
    <Form method="post" className="panel-body stack" preventScrollReset>
      <input type="hidden" name="intent" value="set-interval" />
      <IntervalFields minutes={minutes} state={form} />
      <p className="row">
        <Button off={busy}>Save interval</Button>
      </p>
    </Form>
  );
}
