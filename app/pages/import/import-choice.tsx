import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { counted } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";

export type ChoiceOfOperations = {
  title: string;
  text: string;
  choices: readonly { key: string; summary: string; usual: boolean }[];
};

/** More operations than this need a filter. */
const FILTER_FROM_OPERATIONS = 16;

/** Posts `text`, `chosen` and the ticked `operation`s, visible or not. */
export function ImportChoice({
  choice: { title, text, choices },
  form,
}: {
  choice: ChoiceOfOperations;
  form: FormState | undefined;
}) {
  const busy = useNavigation().state === "submitting";
  const hydrated = useHydrated();
  const [words, setWords] = useState("");
  const isShown = ({ key, summary }: { key: string; summary: string }) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => `${key} ${summary}`.toLowerCase().includes(word));
  const groups = [
    { label: "These read", of: choices.filter(({ key }) => !key.startsWith("POST ")) },
    {
      label: "Most of these change data; choose those that search or list",
      of: choices.filter(({ key }) => key.startsWith("POST ")),
    },
  ].filter(({ of }) => of.length > 0);
  return (
    <Form className="stack import" method="post" action="/upload/import" encType="multipart/form-data">
      <h2>{title === "" ? "Which operations?" : `Which operations of ${title}?`}</h2>
      <p className="quiet">
        {counted(choices.length, "operation")}. Each one that you take fills one table; those that are usually wanted
        are ticked.
      </p>
      <textarea name="text" defaultValue={text} hidden readOnly aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name="chosen" value="1" />
      {hydrated && choices.length >= FILTER_FROM_OPERATIONS && (
        <Narrow words={words} onWords={setWords} shown={choices.filter(isShown).length} />
      )}
      {groups.map(({ label, of }) => (
        <fieldset key={label} className="panel operations" hidden={!of.some(isShown)}>
          <legend>{label}</legend>
          {of.map((each) => (
            <label key={each.key} className="check" hidden={!isShown(each)}>
              <input type="checkbox" name="operation" value={each.key} defaultChecked={each.usual} />
              <span>
                <code>{each.key}</code>
                {each.summary !== "" && <span className="hint block">{each.summary}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <div className="row">
        <Button kind="primary" off={busy}>
          {busy ? "Making the draft" : "Make a draft"}
        </Button>{" "}
        <Link className="btn" to="/upload/import">
          Start over
        </Link>
      </div>
    </Form>
  );
}

/** Filters operations by words, and ticks or unticks all visible ones. */
function Narrow({ words, onWords, shown }: { words: string; onWords: (words: string) => void; shown: number }) {
  const bar = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState(0);
  const boxes = () => [...(bar.current?.closest("form")?.querySelectorAll<HTMLInputElement>("[name=operation]") ?? [])];
  useEffect(() => {
    const form = bar.current?.closest("form");
    const count = () => setTicked(boxes().filter((box) => box.checked).length);
    count();
    form?.addEventListener("change", count);
    return () => form?.removeEventListener("change", count);
  }, []);
  const tick = (checked: boolean) => {
    for (const box of boxes()) if (!box.closest("label")?.hidden) box.checked = checked;
    setTicked(boxes().filter((box) => box.checked).length);
  };
  return (
    <div className="row operations-bar" ref={bar}>
      <input
        className="input"
        type="search"
        aria-label="Find operations"
        placeholder="Find operations"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        // Enter would create the draft.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <Button type="button" small onClick={() => tick(true)}>
        {words === "" ? "Take all" : `Take these ${shown}`}
      </Button>
      <Button type="button" small onClick={() => tick(false)}>
        {words === "" ? "Take none" : "Leave these"}
      </Button>
      <p className="meta" role="status">
        {words !== "" && `${counted(shown, "operation")} found, `}
        {ticked} taken
      </p>
    </div>
  );
}
