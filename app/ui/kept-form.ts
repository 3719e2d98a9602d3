import { useLocation, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type FormState, typedInto } from "./form-state.ts";

const MESSAGE = "Your session had ended. What you typed stands here again and is not saved yet; secrets are to be typed again.";

/** One page's form, from the way to Login on until its page is open again. It goes with the page's JavaScript and is stored nowhere. */
let kept: { readonly path: string; readonly viewer: string; readonly form: FormState } | null = null;

/** Keeps what is typed into the form with this id while its user has to log in again; answers it when they are back. */
export function useKeptForm(formId: string): FormState | undefined {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const next = useNavigation().location?.pathname;
  const viewer = useRouteLoaderData<{ viewer: { name: string } | null }>("root")?.viewer?.name;
  const [found] = useState(() => (kept && kept.path === path && kept.viewer === viewer ? kept.form : undefined));
  useEffect(() => {
    kept = null;
  }, []);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (next === "/login" && viewer !== undefined && form instanceof HTMLFormElement) kept = { path, viewer, form: typedBy(form) };
  }, [next, viewer, path, formId]);
  return found;
}

function typedBy(element: HTMLFormElement): FormState {
  const secret = [...element.querySelectorAll<HTMLInputElement>("input[type=password]")].map(({ name }) => name);
  const form = new FormData(element);
  const posted = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !secret.includes(entry[0]));
  return { message: MESSAGE, values: typedInto(form, secret), posted };
}
