import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { type Subject, subjectText } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../platform.ts";

/**
 * The id of the person whom a text names by id, name or e-mail address; the text itself if it names nobody. Admins and
 * auditors find everybody. Others find themselves and those who occur in the history that they read, so that nobody
 * learns whether an address has an account; owners of connectors, who are not told who is connected, only themselves.
 */
export async function personOf(
  { queries }: Pick<Platform, "queries">,
  viewer: UserRow,
  subject: Subject | null,
  text: string,
): Promise<string> {
  const found = await queries.users.called(text);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0 || readsAllEvents(viewer.roles)) return ids[0] ?? text;
  if (ids.includes(viewer.id)) return viewer.id;
  if (subject === null || subject.kind === "connector") return text;
  const [known] = await queries.history.mentionedAmong(subjectText(subject), ids);
  return known ?? text;
}
