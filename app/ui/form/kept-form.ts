import { useLocation, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type FormState, typedInto } from "./form-state.ts";
import { useHydrated } from "../layout/hydrated.ts";

const MESSAGE = "Your session had ended. What you typed is back and not saved yet. Type secrets again.";

/**
 * One page's form, stored from the redirect to Login until its page is open again. It lasts as long as the tab and
 * survives a reload of Login.
 */
type Kept = { readonly path: string; readonly viewer: string; readonly form: FormState };

const KEY = "kept-form";

/**
 * Stores what is typed into the form with this id while its user has to log in again; returns it when they are back.
 */
export function useKeptForm(formId: string): FormState | undefined {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const next = useNavigation().location?.pathname;
  const viewer = useRouteLoaderData<{ viewer: { name: string } | null }>("root")?.viewer?.name;
  const hydrated = useHydrated();
  // Only a page rendered by its link restores the form: one from the server is shown as received.
  const [found] = useState(() => (hydrated ? keptFor(path, viewer) : undefined));
  useEffect(() => {
    // The form of another page or user is deleted too, so that it cannot appear later.
    store(null);
  }, []);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (next === "/login" && viewer !== undefined && form instanceof HTMLFormElement)
      store({ path, viewer, form: typedBy(form) });
  }, [next, viewer, path, formId]);
  return found;
}

function keptFor(path: string, viewer: string | undefined): FormState | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.path === path && kept.viewer === viewer ? kept.form : undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse to store anything, or this much: then nothing is stored. */
function store(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

function typedBy(element: HTMLFormElement): FormState {
  const secret = [...element.querySelectorAll<HTMLInputElement>("input[type=password]")].map(({ name }) => name);
  const form = new FormData(element);
  // The value of a header may be a secret too; its row stays.
  const posted = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value !== "string" || secret.includes(name) ? [] : [[name, name === "header_value" ? "" : value]],
  );
  return { message: MESSAGE, values: typedInto(form, secret), posted };
}
