import { Link, useRouteLoaderData } from "@remix-run/react";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";

const WORDS = {
  connector: "History of this connector",
  dataset: "History of this dataset",
  instance: "History of your connection",
  user: "History of your account",
} as const satisfies Record<SubjectKind, string>;

/** The link to a history, for those who may read it: the user whose it is (`own`), auditors and admins. */
export function HistoryLink({ kind, id, own }: { kind: SubjectKind; id: string; own: boolean }) {
  const root = useRouteLoaderData<{ viewer: { readsHistories?: boolean } | null }>("root");
  if (!own && !root?.viewer?.readsHistories) return null;
  return <Link to={`/history/${kind}/${encodeURIComponent(id)}`}>{WORDS[kind]}</Link>;
}
