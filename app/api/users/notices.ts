import { z } from "zod";
import { NOTICE_KINDS, type NoticeKind } from "#domain/core/notices.ts";
import { noticesPage } from "../../notices/notice-calls.ts";
import { KIND_WORDS, type ShownNotice } from "../../notices/notice-words.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { NEWEST_NOTICES } from "#domain/core/notices.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { line } from "#domain/core/text/text-schemas.ts";

const noticeBody = z
  .strictObject({
    id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    text: z.string(),
    path: z.string().nullable(),
    at: z.string(),
    position: z.string(),
    read: z.boolean(),
  })
  .meta({ id: "Notice" });

/** A notice as the user who gets it sees it. */
export const noticeShape = ({ isRead, ...notice }: ShownNotice) => ({ ...notice, read: isRead });

export const listNotices = endpoint({
  method: "GET",
  path: "/api/users/notices",
  who: "user",
  summary: "What you are told of, the newest first.",
  query: listQuery(NEWEST_NOTICES, {}),
  answers: { 200: { body: z.array(noticeBody), about: "your notices" } },
  run: async (request) => {
    const { context, viewer, query } = request;
    const page = await noticesPage(context.platform, viewer, rangeOf(query));
    return listAnswer(request, page, noticeShape);
  },
});

export const readNotices = endpoint({
  method: "POST",
  path: "/api/users/notices/read",
  who: "user",
  summary: "Marks a notice as read, or all up to the position of one.",
  body: z.union([z.strictObject({ id: line(1_000) }), z.strictObject({ position: line(100) })]),
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, body }) => {
    const { notices } = context.platform;
    if ("id" in body) await notices.markRead(viewer.id, body.id);
    else await notices.markAllRead(viewer.id, body.position);
    return answer(200, { message: "Marked as read." });
  },
});

const choice = (kind: NoticeKind) =>
  z
    .strictObject({
      page: z.boolean().describe("Whether they are shown on the page of notices."),
      mail: z.boolean().describe("Whether they are mailed."),
    })
    .describe(`${KIND_WORDS[kind].label}.`);
const choices = {
  access: choice("access"),
  keys: choice("keys"),
  log: choice("log"),
  runs: choice("runs"),
  schema: choice("schema"),
  version: choice("version"),
  webhooks: choice("webhooks"),
};
const choicesBody = z.strictObject(choices).meta({ id: "NoticeSettings" });
const settings = "/api/users/notices/settings";

export const getNoticeSettings = endpoint({
  method: "GET",
  path: settings,
  who: "user",
  summary: "Which notices you see on the page, and which you get by mail.",
  answers: { 200: { body: choicesBody } },
  run: async ({ context, viewer }) => answer(200, await context.platform.notices.choices(viewer.id)),
});

export const changeNoticeSettings = endpoint({
  method: "PATCH",
  path: settings,
  who: "user",
  summary: "Chooses which notices you see on the page, and which you get by mail.",
  body: z.strictObject(choices).partial(),
  answers: { 200: { body: choicesBody } },
  run: async ({ context, viewer, body }) => {
    const { notices } = context.platform;
    const { access, keys, log, runs, schema, version, webhooks } = body;
    await notices.choose(viewer.id, {
      ...(access && { access }),
      ...(keys && { keys }),
      ...(log && { log }),
      ...(runs && { runs }),
      ...(schema && { schema }),
      ...(version && { version }),
      ...(webhooks && { webhooks }),
    });
    return answer(200, await notices.choices(viewer.id));
  },
});
