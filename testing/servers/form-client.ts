import type { Answer } from "../call.ts";
import type { Person } from "../person.ts";

/** What a person sees after a form was posted: the status of the post, and the text of the page that follows. */
export type Posted = { readonly status: number; readonly location: string | null; readonly page: string };

type Visitor = Pick<Person, "call" | "cookie">;

/** Posts a form of a page as a browser without JavaScript does, and follows one redirect with the cookies it set. */
export async function postForm(
  person: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Posted> {
  const body = new URLSearchParams(fields).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return follow(person, await person.call("POST", path, { body, headers }));
}

/** What a person sees after this answer, which may redirect once. */
export async function follow(person: Visitor, answer: Answer): Promise<Posted> {
  const { status } = answer;
  const location = answer.headers.get("location");
  if (location === null) return { status, location, page: readable(answer.text) };
  const jar = new Map(
    [...person.cookie.split("; "), ...answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "")]
      .map((each) => [each.split("=")[0] ?? "", each] as const)
      .filter(([, each]) => !each.endsWith("=")),
  );
  const shown = await person.call("GET", location, { headers: { cookie: [...jar.values()].join("; ") } });
  return { status, location, page: readable(shown.text) };
}

/** The text of a page, without its scripts. */
function readable(html: string): string {
  return html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "")
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
