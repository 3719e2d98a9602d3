import type { LucideIcon } from "lucide-react";

/** An icon beside its word, or alone inside an element with an aria-label; screen readers ignore it. */
export function Icon({ of: Drawing, size }: { of: LucideIcon; size?: "sm" | "lg" }) {
  return <Drawing className={size ? `icon icon-${size}` : "icon"} aria-hidden="true" focusable="false" />;
}
