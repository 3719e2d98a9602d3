import { z } from "zod";
import { refuse } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { cameFromUs } from "../../http/security/same-origin.ts";

export const makeExcelToken = endpoint({
  method: "GET",
  path: "/api/token/excel",
  who: "user",
  scope: "session",
  changes: true,
  summary: "Makes a short-lived token for a spreadsheet.",
  answers: {
    200: {
      body: z.strictObject({ token: z.string(), expires_at: z.string() }),
      about: "for 15 minutes it opens every stream address for your tables",
    },
  },
  run: async ({ context, viewer }) => {
    // A GET creates it, so pages of other sites must not be able to request it.
    if (!cameFromUs(context.facts)) return refuse("foreign-site");
    const { token, expiresAt } = await context.platform.excelTokens.issue(viewer.id);
    return answer(200, { token, expires_at: expiresAt.toISOString() });
  },
});
