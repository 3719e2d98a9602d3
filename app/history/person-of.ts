import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { userByEmail, userByName } from "#domain/use-cases/accounts/reservations.ts";
import { type Subject, subjectText } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../platform.ts";

/**
 * The id of the person whom a text names by id, name or e-mail address; the text itself if it names nobody. Admins and
 * auditors find everybody. Others find themselves and those who occur in the history that they read, so that nobody
 * learns whether an address has an account; owners of connectors, who are not told who is connected, only themselves.
 */
export async function personOf(
  { ports, queries }: Pick<Platform, "ports" | "queries">,
  viewer: UserRow,
  subject: Subject | null,
  text: string,
): Promise<string> {
  // A name may look like the id of somebody else.
  if ((await queries.users.byId(text)) !== null) return text;
  const found = (await userByEmail(ports, text)) ?? (await userByName(ports, text));
  if (found === null || found.id === viewer.id || readsAllEvents(viewer.roles)) return found?.id ?? text;
  if (subject === null || subject.kind === "connector") return text;
  const [known] = await queries.history.mentionedAmong(subjectText(subject), [found.id]);
  return known ?? text;
}
