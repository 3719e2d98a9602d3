import { Link } from "@remix-run/react";

/** Two lines that meet and continue side by side. */
function LogoMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.4" aria-hidden="true">
      <path d="M1.5 4.6h3.7c4 0 5.6 2.9 5.6 7.4V22" />
      <path d="M22.5 4.6h-3.7c-4 0-5.6 2.9-5.6 7.4V22" opacity=".62" />
    </svg>
  );
}

export function Logo() {
  return (
    <Link className="logo" to="/">
      <LogoMark />
      Tributary
    </Link>
  );
}
