import { ChevronDown } from "../icons/all.ts";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../icons/icon.tsx";

/** A section of the page by the id of its heading, and its subsections. */
export type PageSection = { id: string; label: string; parts?: readonly PageSection[] };

/** A heading counts as reached this far below the window's upper end, where the site's header ends. */
const REACHED_PX = 112;

/** The contents of a long page: beside it, or folded above it on narrow screens. The current section is marked. */
export function PageContents({ sections }: { sections: readonly PageSection[] }) {
  const here = useCurrentSection(sections);
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
  const link = ({ id, label }: PageSection) => (
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
          {sections.map((section) => (
            <li key={section.id} data-here={holds(section, here) || undefined}>
              {link(section)}
              {section.parts && (
                <ol>
                  {section.parts.map((part) => (
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

function holds({ id, parts }: PageSection, here: string): boolean {
  return id === here || (parts?.some((part) => part.id === here) ?? false);
}

/** The id of the last heading that was reached by scrolling; the first one at the top of the page. */
function useCurrentSection(sections: readonly PageSection[]): string {
  const [here, setHere] = useState(sections[0]?.id ?? "");
  useEffect(() => {
    const ids = sections.flatMap(({ id, parts = [] }) => [id, ...parts.map((part) => part.id)]);
    const look = () => {
      const reached = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= REACHED_PX,
      );
      setHere(reached.at(-1) ?? ids[0] ?? "");
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [sections]);
  return here;
}
