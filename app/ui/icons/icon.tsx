import drawings from "../icons/icons.svg?url";
import type { IconName } from "./icon-name.ts";

/** An icon beside its word, or alone inside an element with an aria-label; screen readers ignore it. */
export function Icon({ of, size }: { of: IconName; size?: "sm" | "lg" }) {
  return (
    <svg className={size ? `icon icon-${size}` : "icon"} aria-hidden="true" focusable="false">
      <use href={`${drawings}#${of}`} />
    </svg>
  );
}
