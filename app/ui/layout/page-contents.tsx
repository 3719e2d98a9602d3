import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../controls/icon.tsx";

/** A section of the page by the id of its heading, and its subsections. */
export type Place = { id: string; label: string; parts?: readonly Place[] };

/** A heading counts as reached this far below the window's upper end, where the site's header ends. */
const REACHED_PX = 112;

/** The contents of a long page: beside it, or folded above it on narrow screens. The current section is marked. */
export function PageContents({ places }: { places: readonly Place[] }) {
  const here = usePlace(places);
  const fold = useRef<HTMLDetailsElement>(null);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    // scrollIntoView would scroll the page too.
    if (
      nav.current &&
      link &&
      Math.abs(link.offsetTop - nav.current.scrollTop - nav.current.clientHeight / 2) > nav.current.clientHeight / 3
    ) {
      nav.current.scrollTop = link.offsetTop - nav.current.clientHeight / 2;
    }
  }, [here]);
  const close = () => fold.current?.removeAttribute("open");
  const link = ({ id, label }: Place) => (
    <a href={`#${id}`} aria-current={id === here ? "location" : undefined} onClick={close}>
      {label}
    </a>
  );
  return (
    <nav className="on-page" ref={nav} aria-label="On this page">
      <details ref={fold}>
        <summary>
          On this page
          <Icon of={ChevronDown} />
        </summary>
        <ol>
          {places.map((place) => (
            <li key={place.id} data-here={holds(place, here) || undefined}>
              {link(place)}
              {place.parts && (
                <ol>
                  {place.parts.map((part) => (
                    <li key={part.id}>{link(part)}</li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function holds({ id, parts }: Place, here: string): boolean {
  return id === here || (parts?.some((part) => part.id === here) ?? false);
}

/** The id of the last heading that was reached by scrolling; the first one at the top of the page. */
function usePlace(places: readonly Place[]): string {
  const [here, setHere] = useState(places[0]?.id ?? "");
  useEffect(() => {
    const ids = places.flatMap(({ id, parts = [] }) => [id, ...parts.map((part) => part.id)]);
    const look = () => {
      const reached = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= REACHED_PX,
      );
      setHere(reached.at(-1) ?? ids[0] ?? "");
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [places]);
  return here;
}
