import { Link, useLocation } from "@remix-run/react";
import { CircleAlert, CircleCheck, X } from "../icons/all.ts";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { useHydrated } from "../layout/hydrated.ts";
import { Icon } from "../icons/icon.tsx";
import { Notice } from "./notice.tsx";

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

/** How long a message is shown, in milliseconds; longer while it has the pointer or the focus. */
const SHOWN_MS = 5_000;

export function showToast(kind: Flash["kind"], text: string, id?: string, more: More = {}): void {
  toast[kind](<Words text={text} {...more} />, { duration: SHOWN_MS, ...(id ? { id } : {}) });
}

/**
 * Messages at the top right; Alt+T moves the focus to them. An error is in the page too (`PageErrors`), so nothing is
 * lost with it. Without JavaScript a success stays until the next page.
 */
export function Toaster({ flash }: { flash: Flash[] }) {
  const hydrated = useHydrated();
  const region = useRef<HTMLElement>(null);
  const shown = useRef(new Set<string>());
  const { toasts, handlers } = useToaster({ duration: SHOWN_MS });

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
      onMouseLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) handlers.endPause();
      }}
      onFocus={handlers.startPause}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) handlers.endPause();
      }}
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
        : flash
            .filter(({ kind }) => kind === "success")
            .map((one) => (
              <Message key={one.id} kind="success">
                <Words {...one} />
              </Message>
            ))}
    </section>
  );
}

/** The errors of the request for this page, at its top until the next page: their toasts are gone after some seconds. */
export function PageErrors({ flash }: { flash: Flash[] }) {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, flash });
  // New data for the same page comes without the messages that it began with.
  if (flash !== kept.flash && (flash.length > 0 || key !== kept.key)) setKept({ key, flash });
  const errors = kept.flash.filter(({ kind }) => kind === "error");
  return (
    errors.length > 0 && (
      <div className="wrap page-errors">
        {errors.map((one) => (
          <Notice key={one.id} tone="bad" title={<Words {...one} />} />
        ))}
      </div>
    )
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
