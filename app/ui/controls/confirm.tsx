import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import { Form, Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useId, useState } from "react";
import { Button } from "./button.tsx";
import { useHydrated } from "../layout/hydrated.ts";

/**
 * A button that asks before it destroys or replaces: says what happens to whom, Cancel first. With JavaScript a dialog; without,
 * the button is a link to this page with `?confirm=<name>`, which comes with the question open.
 * `name` is unique on the page; `fields` are posted with the form.
 */
export function Confirm({
  name,
  label,
  title,
  children,
  verb,
  fields,
  action,
  small = true,
  kind = "danger",
  disabled,
}: {
  name: string;
  label: ReactNode;
  title: string;
  children: ReactNode;
  verb: string;
  fields: Record<string, string>;
  action?: string;
  small?: boolean;
  kind?: "plain" | "quiet" | "danger";
  disabled?: boolean;
}) {
  const hydrated = useHydrated();
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState(false);
  const navigation = useNavigation();
  const id = useId();
  const asked = params.get("confirm") === name;
  const without = new URLSearchParams(params);
  without.delete("confirm");
  const withAsk = new URLSearchParams(params);
  withAsk.set("confirm", name);
  const back = without.size ? `${pathname}?${without}` : pathname;
  const look = `btn ${kind === "plain" ? "" : `btn-${kind}`} ${small ? "btn-sm" : ""}`;

  const form = (cancel: ReactNode) => (
    <>
      <div className="quiet">{children}</div>
      <Form
        className="dialog-foot"
        method="post"
        action={action ?? back}
        onSubmit={() => setOpened(false)}
        preventScrollReset
      >
        {Object.entries(fields).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {cancel}
        <Button kind="danger-solid" off={navigation.state === "submitting"}>
          {verb}
        </Button>
      </Form>
    </>
  );

  if (!hydrated) {
    return (
      <>
        <Link className={look} to={`${pathname}?${withAsk}`} aria-disabled={disabled || undefined}>
          {label}
        </Link>
        {asked && (
          <div className="scrim">
            <div className="dialog" role="dialog" aria-modal="true" aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {form(
                <Link className="btn" to={back} autoFocus>
                  Cancel
                </Link>,
              )}
            </div>
          </div>
        )}
      </>
    );
  }

  const close = () => {
    setOpened(false);
    if (asked) setParams(without, { preventScrollReset: true, replace: true });
  };
  return (
    <>
      <button
        className={look}
        type="button"
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && setOpened(true)}
      >
        {label}
      </button>
      <Dialog className="scrim" open={opened || asked} onClose={close}>
        <DialogPanel className="dialog">
          <DialogTitle as="h2">{title}</DialogTitle>
          {form(
            <Button type="button" onClick={close} autoFocus>
              Cancel
            </Button>,
          )}
        </DialogPanel>
      </Dialog>
    </>
  );
}
