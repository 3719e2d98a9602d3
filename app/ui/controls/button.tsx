import { Link } from "@remix-run/react";
import type { IconName } from "../icons/icon-name.ts";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "../icons/icon.tsx";

type Look = {
  kind?: "plain" | "primary" | "quiet" | "danger" | "danger-solid";
  small?: boolean;
  block?: boolean;
  icon?: IconName;
  children?: ReactNode;
};

function look({ kind = "plain", small, block }: Look, className?: string): string {
  return classNames("btn", kind !== "plain" && `btn-${kind}`, small && "btn-sm", block && "btn-block", className);
}

/**
 * A verb and its object. `off` disables it but keeps it focusable: say the reason and the remedy beside it. Pressing it
 * then marks the fields of its form that are missing or wrong. One primary per screen.
 */
export function Button({
  kind,
  small,
  block,
  icon,
  children,
  off,
  className,
  onClick,
  ...rest
}: Look & { off?: boolean } & ComponentProps<"button">) {
  return (
    <button
      {...rest}
      className={look({ kind, small, block }, className)}
      aria-disabled={off || undefined}
      onClick={off ? showWhatIsMissing : onClick}
    >
      {icon && <Icon of={icon} size={small ? "sm" : undefined} />}
      {children}
    </button>
  );
}

function showWhatIsMissing(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  event.currentTarget.form?.reportValidity();
}

/** The same look for a link. */
export function ButtonLink({
  kind,
  small,
  block,
  icon,
  children,
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={look({ kind, small, block }, className)}>
      {icon && <Icon of={icon} size={small ? "sm" : undefined} />}
      {children}
    </Link>
  );
}
