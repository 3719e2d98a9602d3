import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import { Form, Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useId, useState } from "react";
import { Button } from "./button.tsx";
import { useInertFrame } from "./inert-frame.ts";
import { useHydrated } from "../layout/hydrated.ts";

type Question = {
  name: string;
  label: string;
  about?: string;
  title: string;
  children: ReactNode;
  verb: string;
  fields: Record<string, string>;
  action?: string;
  small?: boolean;
  kind?: "plain" | "quiet" | "danger";
  disabled?: boolean;
};

/**
 * A button that asks before it deletes or replaces something: it says the effect and on whom, Cancel first. With
 * JavaScript a dialog; without, the button is a link to this page with `?confirm=<name>`, which shows the question.
 * `name` is unique on the page; `fields` are posted with the form; `about` names the object after the label, for screen
 * readers.
 */
export function Confirm(props: Question) {
  return useHydrated() ? <InDialog {...props} /> : <OnPage {...props} />;
}

function lookOf({ kind = "danger", small = true }: Question): string {
  return `btn ${kind === "plain" ? "" : `btn-${kind}`} ${small ? "btn-sm" : ""}`;
}

function Label({ label, about }: Question) {
  return (
    <>
      {label}
      {about !== undefined && <span className="visually-hidden"> {about}</span>}
    </>
  );
}

/** Whether the URL asks the question, and the URLs of this page with and without it. */
function useAsked(name: string) {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const without = new URLSearchParams(params);
  without.delete("confirm");
  const withAsk = new URLSearchParams(params);
  withAsk.set("confirm", name);
  return {
    asked: params.get("confirm") === name,
    ask: `${pathname}?${withAsk}`,
    back: without.size ? `${pathname}?${without}` : pathname,
    forget: () => setParams(without, { preventScrollReset: true, replace: true }),
  };
}

function OnPage(props: Question) {
  const id = useId();
  const { asked, ask, back } = useAsked(props.name);
  return (
    <>
      <Link className={lookOf(props)} to={ask} aria-disabled={props.disabled || undefined}>
        <Label {...props} />
      </Link>
      {asked && (
        <div className="scrim">
          <div className="dialog" role="dialog" aria-modal="true" aria-labelledby={id}>
            <h2 id={id}>{props.title}</h2>
            <Answer
              {...props}
              cancel={
                <Link className="btn" to={back} autoFocus>
                  Cancel
                </Link>
              }
            />
          </div>
        </div>
      )}
    </>
  );
}

function InDialog(props: Question) {
  const { asked, forget } = useAsked(props.name);
  const [opened, setOpened] = useState(false);
  useInertFrame(opened || asked);
  const close = () => {
    setOpened(false);
    if (asked) forget();
  };
  return (
    <>
      <button
        className={lookOf(props)}
        type="button"
        aria-disabled={props.disabled || undefined}
        onClick={() => !props.disabled && setOpened(true)}
      >
        <Label {...props} />
      </button>
      <Dialog className="scrim" open={opened || asked} onClose={close}>
        <DialogPanel className="dialog">
          <DialogTitle as="h2">{props.title}</DialogTitle>
          <Answer
            {...props}
            onSubmit={() => setOpened(false)}
            cancel={
              <Button type="button" onClick={close} autoFocus>
                Cancel
              </Button>
            }
          />
        </DialogPanel>
      </Dialog>
    </>
  );
}

/** The id of the form of a question, for fields among its children. */
export function confirmForm(name: string): string {
  return `confirm-${name}`;
}

/** The effect, and the form that confirms it. */
function Answer({
  name,
  children,
  verb,
  fields,
  action,
  cancel,
  onSubmit,
}: Question & { cancel: ReactNode; onSubmit?: () => void }) {
  const { back } = useAsked(name);
  const navigation = useNavigation();
  return (
    <>
      <div className="quiet">{children}</div>
      <Form
        id={confirmForm(name)}
        className="dialog-foot"
        method="post"
        action={action ?? back}
        onSubmit={onSubmit}
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
}
