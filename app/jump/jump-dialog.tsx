import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import { useFetcher, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useInertFrame } from "../ui/controls/inert-frame.ts";
import { counted } from "../ui/data/format.ts";
import type { Destination, DestinationGroup } from "./destination.ts";

const WAIT_FOR_TYPING_MS = 120;
const NONE: readonly DestinationGroup[] = [];

/** A field and the places that it finds, as a combobox: the focus stays in the field, arrow keys choose. */
export default function JumpDialog({ close }: { close: () => void }) {
  useInertFrame(true);
  const id = useId();
  const navigate = useNavigate();
  const [q, setQ] = useState("");
  const { groups, isSearching } = useDestinations(q);
  const places = groups.flatMap((group) => group.places);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, places.length - 1);
  const go = (place: Destination | undefined) => {
    if (!place) return;
    close();
    navigate(place.to);
  };
  const choose = (event: KeyboardEvent) => {
    const next = nextChoice(event.key, at, places.length);
    const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
    if (next === null && !isEnter) return;
    event.preventDefault();
    if (next === null) return go(places[at]);
    setChosen(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const type = (text: string) => {
    setQ(text);
    setChosen(0);
  };
  const said = isSearching ? "" : places.length === 0 ? "Nothing found" : counted(places.length, "place");
  return (
    <Dialog className="scrim jump" open onClose={close}>
      <DialogPanel className="dialog">
        <DialogTitle as="h2" className="visually-hidden">
          Jump to
        </DialogTitle>
        <div>
          <input
            {...comboboxProps(id, at)}
            value={q}
            onChange={(event) => type(event.target.value)}
            onKeyDown={choose}
            autoFocus
          />
          <p className="visually-hidden" role="status">
            {said}
          </p>
        </div>
        <Places id={id} groups={groups} chosen={places[at]} go={go} />
        {places.length === 0 && !isSearching && <p className="quiet">Nothing found. Try another word.</p>}
      </DialogPanel>
    </Dialog>
  );
}

/** What makes the field a combobox; `at`: the number of the chosen place, -1 for none. */
function comboboxProps(id: string, at: number) {
  return {
    className: "input",
    role: "combobox",
    "aria-label": "Jump to",
    "aria-expanded": at >= 0,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
    "aria-activedescendant": at >= 0 ? `${id}-${at}` : undefined,
    autoComplete: "off",
    placeholder: "Tables, connections, runs, people, actions",
  } as const;
}

type PlacesProps = {
  id: string;
  groups: readonly DestinationGroup[];
  chosen: Destination | undefined;
  go: (place: Destination) => void;
};

function Places({ id, groups, chosen, go }: PlacesProps) {
  const places = groups.flatMap((group) => group.places);
  return (
    <div className="jump-list" id={`${id}-list`} role="listbox" aria-label="Places">
      {groups.map(({ name, places: own }) => (
        <div key={name} role="group" aria-label={name}>
          <p className="meta" aria-hidden="true">
            {name}
          </p>
          {own.map((place) => (
            <Option
              key={place.to}
              id={`${id}-${places.indexOf(place)}`}
              place={place}
              isChosen={place === chosen}
              go={() => go(place)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; place: Destination; isChosen: boolean; go: () => void };

function Option({ id, place, isChosen, go }: OptionProps) {
  return (
    // The keys are those of the field, which keeps the focus.
    <div className="jump-option" id={id} role="option" aria-selected={isChosen} tabIndex={-1} onClick={go}>
      <span dir="auto">{place.label}</span>
      <span className="meta">{place.about}</span>
    </div>
  );
}

/** The places for a text, once typing pauses; before the first answer none. */
function useDestinations(q: string) {
  const { load, data, state } = useFetcher<{ q: string; groups: readonly DestinationGroup[] }>();
  useEffect(() => {
    const timer = setTimeout(() => load(`/jump?${new URLSearchParams({ q: q.trim() })}`), WAIT_FOR_TYPING_MS);
    return () => clearTimeout(timer);
  }, [q, load]);
  return { groups: data?.groups ?? NONE, isSearching: state !== "idle" || data?.q !== q.trim() };
}

function nextChoice(key: string, at: number, of: number): number | null {
  if (of === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % of;
    case "ArrowUp":
      return (at - 1 + of) % of;
    case "PageUp":
      return 0;
    case "PageDown":
      return of - 1;
    default:
      return null;
  }
}
