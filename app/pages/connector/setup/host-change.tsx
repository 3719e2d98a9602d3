import { CodeList } from "../../../ui/data/code-list.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { CheckField } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";

/** The settings lead to other hosts than before: nothing is saved until the box is ticked. Posts `agreed_hosts`. */
export function HostChange({ hosts, form }: { hosts: NonNullable<FormState["hosts"]>; form: FormState }) {
  const { from, to, places } = hosts;
  return (
    <div className="stack">
      <Notice tone="warn" title="These settings lead to another host.">
        {from.length > 0 && (
          <>
            So far this connection calls <CodeList names={from} />.{" "}
          </>
        )}
        It will call <CodeList names={to} />. Your stored secrets do not go there: enter them again. The request headers
        and the body below are sent there as you leave them.
        {places.length > 0 && ` The secrets are sent in ${places.join(", ")}.`}
      </Notice>
      <CheckField
        label={`I agree that this connection calls ${to.join(" and ")}`}
        name="agreed_hosts"
        value={to.join(" ")}
        state={form}
      />
    </div>
  );
}
