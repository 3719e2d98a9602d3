import { ExternalLink } from "../icons/all.ts";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

/** A link that opens in a new tab, so that what is typed on this page stays. */
export function NewTabLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
      {children} <Icon of={ExternalLink} size="sm" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
