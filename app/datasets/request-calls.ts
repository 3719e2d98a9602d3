import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { userByEmail } from "#domain/use-cases/accounts/reservations.ts";
import { approveRequest, refuseRequest } from "#domain/use-cases/datasets/answer-request.ts";
import { requestAccess, withdrawRequest } from "#domain/use-cases/datasets/request-access.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { RequestRow } from "#projections/requests/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { ownersOnly } from "./dataset-calls.ts";
import { endOfAccess } from "./end-of-access.ts";

/** An open request, as the owner of the dataset sees it. */
export type OpenRequest = Pick<RequestRow, "userId" | "reason" | "requestedAt"> & {
  readonly name: string;
  readonly email: string;
};

/** Asks the owner of a dataset for access. */
export async function ask(
  platform: Platform,
  request: { readonly datasetId: string; readonly reason: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const limit = await platform.limits.consume("ask", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  return toCallResult(platform, await requestAccess(platform.ports, { ...request, userId: viewer.id }, cause));
}

/** Takes the viewer's own request back, also if the dataset was hidden since. */
export async function withdraw(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const { catalogue, requests } = platform.queries;
  const asked = await requests.requestOf(datasetId, viewer.id);
  if (asked?.status !== "open" && !(await catalogue.dataset(datasetId, viewer.id))) return NOT_FOUND;
  return toCallResult(platform, await withdrawRequest(platform.ports, { datasetId, userId: viewer.id }, cause));
}

/** A page of the open requests for a dataset; for its owner only. */
export async function openRequests(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  range: ListRange,
): Promise<CallResult<CursorPage<OpenRequest>>> {
  const refused = await ownersOnly(platform, datasetId, viewer);
  if (refused) return refused;
  const { items, ...page } = await platform.queries.requests.openPage(datasetId, range);
  const people = new Map(
    (await platform.queries.users.byIds(items.map(({ userId }) => userId))).map((person) => [person.id, person]),
  );
  const open = items.flatMap(({ userId, reason, requestedAt }) => {
    const person = people.get(userId);
    return person ? [{ userId, reason, requestedAt, name: person.name, email: person.email }] : [];
  });
  return { ok: true, value: { ...page, items: open } };
}

/** The owner's answer. `until`: a day, or empty for access without end. */
export type RequestAnswer =
  { readonly answer: "approve"; readonly until: string } | { readonly answer: "refuse"; readonly note: string };

/** Approves or refuses the request of the person with this address. */
export async function answerRequest(
  platform: Platform,
  { datasetId, email, ...given }: { readonly datasetId: string; readonly email: string } & RequestAnswer,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const refused = await ownersOnly(platform, datasetId, viewer);
  if (refused) return refused;
  const person = await userByEmail(platform.ports, email);
  const request = person && (await platform.queries.requests.requestOf(datasetId, person.id));
  if (!person || !request) return refuse("no-request-of-address");
  const whose = { datasetId, userId: person.id, by: viewer.id };
  if (given.answer === "refuse")
    return toCallResult(platform, await refuseRequest(platform.ports, { ...whose, note: given.note }, cause));
  const until = endOfAccess(given.until);
  if (until !== null && typeof until !== "string") return until;
  return toCallResult(platform, await approveRequest(platform.ports, { ...whose, until }, cause));
}
