import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icon.tsx";

/** A message that a request leaves for the next page. `id` keeps one message from showing twice. */
export type Flash = { id: string; kind: "success" | "error"; text: string };

/** How long a success stays; an error stays until it is closed. In milliseconds. */
const successStays = 5_000;

export function showToast(kind: Flash["kind"], text: string, id?: string): void {
  const duration = kind === "error" ? Number.POSITIVE_INFINITY : successStays;
  toast[kind](text, id ? { id, duration } : { duration });
}

/**
 * Messages at the top right; Alt+T moves the focus to them. Without JavaScript the page comes with its messages, which stay until
 * the next one.
 */
export function Toaster({ flash }: { flash: Flash[] }) {
  const hydrated = useHydrated();
  const region = useRef<HTMLElement>(null);
  const shown = useRef(new Set<string>());
  const { toasts, handlers } = useToaster({ duration: successStays });

  useEffect(() => {
    if (flash.length === 0) shown.current.clear();
    for (const { id, kind, text } of flash) {
      if (shown.current.has(id)) continue;
      shown.current.add(id);
      showToast(kind, text, id);
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
      className="toasts" aria-label="Notifications" tabIndex={-1} ref={region}
      onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause} onFocus={handlers.startPause} onBlur={handlers.endPause}
    >
      {hydrated
        ? toasts.filter((one) => one.visible).map((one) => (
          <Message key={one.id} kind={one.type === "error" ? "error" : "success"} close={() => toast.dismiss(one.id)}>{String(one.message)}</Message>
        ))
        : flash.map((one) => <Message key={one.id} kind={one.kind}>{one.text}</Message>)}
    </section>
  );
}

function Message({ kind, close, children }: { kind: Flash["kind"]; close?: () => void; children: ReactNode }) {
  return (
    <div className={kind === "error" ? "toast toast-bad" : "toast"} role={kind === "error" ? "alert" : "status"}>
      <Icon of={kind === "error" ? CircleAlert : CircleCheck} />
      <p>{children}</p>
      {close && <button className="btn btn-quiet btn-icon btn-sm" type="button" aria-label="Close" onClick={close}><Icon of={X} /></button>}
    </div>
  );
}
