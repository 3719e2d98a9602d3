import type { ReactNode } from "react";

/** A person in a list or table: the name, with the e-mail address and `children` below. */
export function Person({ name, email, children }: { name: ReactNode; email: string; children?: ReactNode }) {
  return (
    <>
      <strong>{name}</strong>
      <p className="meta row">
        <span>{email}</span>
        {children}
      </p>
    </>
  );
}
