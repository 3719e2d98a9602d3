import type { ReactNode } from "react";

/** What would be here, why it is missing, and the next action. */
export function EmptyState({
  title,
  level = 3,
  children,
}: {
  title: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="panel empty">
      <svg
        className="drawing"
        viewBox="0 0 144 56"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M2 10h30c26 0 26 18 52 18" />
        <path d="M2 46h30c26 0 26-18 52-18" />
        <path d="M84 28h18" strokeWidth="4" />
        <path d="M108 28h34" strokeWidth="4" strokeDasharray="1 9" strokeLinecap="round" />
      </svg>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
