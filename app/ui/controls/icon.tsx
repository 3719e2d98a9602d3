import type { LucideIcon } from "lucide-react";

/** A drawing beside its word, or alone inside something that carries an aria-label; readers never hear it. */
export function Icon({ of: Drawing, size }: { of: LucideIcon; size?: "sm" | "lg" }) {
  return <Drawing className={size ? `icon icon-${size}` : "icon"} aria-hidden="true" focusable="false" />;
}
