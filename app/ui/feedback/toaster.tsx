import { Link } from "@remix-run/react";
import { CircleAlert, CircleCheck, X } from "../icons/all.ts";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { useHydrated } from "../layout/hydrated.ts";
import { Icon } from "../icons/icon.tsx";

/**
 * A message of a request for the next page. `id` prevents one message from showing twice; `link` leads to what it is
 * about.
 */
export type Flash = {
  id: string;
  kind: "success" | "error";
  text: string;
  /** What else there is to know, in a line of its own. */
  note?: string;
  link?: { to: string; label: string };
};

/** How long a success is shown, in milliseconds; an error stays until it is closed. */
const SUCCESS_SHOWN_MS = 5_000;

export function showToast(kind: Flash["kind"], text: string, id?: string, more: More = {}): void {
  const duration = kind === "error" ? Number.POSITIVE_INFINITY : SUCCESS_SHOWN_MS;
  toast[kind](<Words text={text} {...more} />, id ? { id, duration } : { duration });
}

/**
 * Messages at the top right; Alt+T moves the focus to them. Without JavaScript the page contains its messages, which
 * stay until the next one.
 */
export function Toaster({ flash }: { flash: Flash[] }) {
  const hydrated = useHydrated();
  const region = useRef<HTMLElement>(null);
  const shown = useRef(new Set<string>());
  const { toasts, handlers } = useToaster({ duration: SUCCESS_SHOWN_MS });

  useEffect(() => {
    if (flash.length === 0) shown.current.clear();
    for (const { id, kind, text, ...more } of flash) {
      if (shown.current.has(id)) continue;
      shown.current.add(id);
      showToast(kind, text, id, more);
    }
  }, [flash]);

  useEffect(() => {
    const focusOnAltT = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== "KeyT") return;
      event.preventDefault();
      region.current?.focus();
    };
    window.addEventListener("keydown", focusOnAltT);
    return () => window.removeEventListener("keydown", focusOnAltT);
  }, []);

  return (
    <section
      className="toasts"
      aria-label="Notifications, Alt+T"
      aria-live="polite"
      tabIndex={-1}
      ref={region}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {hydrated
        ? toasts
            .filter((one) => one.visible)
            .map((one) => (
              <Message
                key={one.id}
                kind={one.type === "error" ? "error" : "success"}
                close={() => toast.dismiss(one.id)}
              >
                {resolveValue(one.message, one)}
              </Message>
            ))
        : flash.map((one) => (
            <Message key={one.id} kind={one.kind}>
              <Words {...one} />
            </Message>
          ))}
    </section>
  );
}

type More = Pick<Flash, "note" | "link">;

function Words({ text, note, link }: Pick<Flash, "text"> & More) {
  return (
    <>
      {text}
      {note && <span className="meta block">{note}</span>}
      {link && (
        <>
          {" "}
          <Link to={link.to}>{link.label}</Link>
        </>
      )}
    </>
  );
}

/** Screen readers announce a success through its live region. */
function Message({ kind, close, children }: { kind: Flash["kind"]; close?: () => void; children: ReactNode }) {
  return (
    <div className={kind === "error" ? "toast toast-bad" : "toast"} role={kind === "error" ? "alert" : undefined}>
      <Icon of={kind === "error" ? CircleAlert : CircleCheck} />
      <p>{children}</p>
      {close && (
        <button className="btn btn-quiet btn-icon btn-sm" type="button" aria-label="Close" onClick={close}>
          <Icon of={X} />
        </button>
      )}
    </div>
  );
}
