import { z } from "zod";
import { answerRequest, ask, openRequests, withdraw } from "../../datasets/request-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { OPEN_REQUESTS } from "#projections/requests/queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";

const path = "/api/assets/{id}/requests";
const message = z.strictObject({ message: z.string() });

export const listRequests = endpoint({
  method: "GET",
  path,
  who: "owner",
  about: "dataset",
  summary: "The open requests for access to a dataset.",
  query: listQuery(OPEN_REQUESTS, {}),
  answers: {
    200: {
      body: z.array(
        z.strictObject({ email: z.string(), name: z.string(), reason: z.string(), requested_at: z.string() }),
      ),
      about: "who asks for access, and why",
    },
  },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const found = await openRequests(context.platform, params.id, viewer, rangeOf(query));
    return found.ok
      ? listAnswer(request, found.value, ({ email, name, reason, requestedAt }) => ({
          ...{ email, name, reason },
          requested_at: requestedAt,
        }))
      : found;
  },
});

export const requestAccess = endpoint({
  method: "POST",
  path,
  who: "user",
  about: "dataset",
  summary: "Asks the owner of a dataset for access.",
  body: z.strictObject({ reason: prose(10_000) }),
  answers: { 201: { body: message, location: (_, { id }: { id: string }) => `/api/assets/${id}/requests` } },
  run: async ({ context, viewer, params: { id }, body: { reason }, cause }) =>
    answered(await ask(context.platform, { datasetId: id, reason }, viewer, cause), 201, () => ({
      message: "Request sent.",
    })),
});

export const answerAccessRequest = endpoint({
  method: "PATCH",
  path,
  who: "owner",
  about: "dataset",
  summary: "Approves or refuses a request for access.",
  body: z.discriminatedUnion("answer", [
    z.strictObject({
      answer: z.literal("approve"),
      email: line(320),
      until: line(40).nullable().optional(),
    }),
    z.strictObject({
      answer: z.literal("refuse"),
      email: line(320),
      note: prose(10_000).optional(),
    }),
  ]),
  answers: { 200: { body: message } },
  run: async ({ context, viewer, params: { id }, body, cause }) => {
    const given =
      body.answer === "approve"
        ? ({ answer: "approve", until: body.until ?? "" } as const)
        : ({ answer: "refuse", note: body.note ?? "" } as const);
    const request = { datasetId: id, email: body.email, ...given };
    return answered(await answerRequest(context.platform, request, viewer, cause), 200, () => ({
      message: body.answer === "approve" ? "Access granted!" : "The request was refused.",
    }));
  },
});

export const withdrawAccessRequest = endpoint({
  method: "DELETE",
  path,
  who: "user",
  about: "dataset",
  summary: "Takes your own request for access back.",
  answers: { 200: { body: message } },
  run: async ({ context, viewer, params: { id }, cause }) =>
    answered(await withdraw(context.platform, id, viewer, cause), 200, () => ({
      message: "Your request was withdrawn.",
    })),
});
