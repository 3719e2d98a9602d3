import { z } from "zod";
import { type CallResult, refuse, tooMany } from "../http/call-result.ts";
import { schemaFault } from "../http/forms/schema-fault.ts";
import type { AppContext } from "../platform.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";

const fields = z.object({
  name: line().min(1, "Enter your name.").max(100, "The name is too long."),
  email: z.email("This is not an e-mail address.").max(320),
  message: prose().trim().min(1, "Write a message.").max(5_000, "The message is longer than 5000 characters."),
});

/** Mails a visitor's message to every admin. */
export async function contact(
  context: AppContext,
  input: { name: string; email: string; message: string },
): Promise<CallResult<string>> {
  const read = fields.safeParse(input);
  if (!read.success) return schemaFault(read.error);
  const { limits, queries, ports } = context.platform;
  for (const [name, subject] of [
    ["contact", { address: context.clientAddress }],
    ["contact-all", {}],
  ] as const) {
    const limit = await limits.consume(name, subject);
    if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  }
  const admins = await queries.users.withRole("admin");
  if (admins.length === 0) return refuse("nobody-to-contact");
  for (const { email } of admins) await ports.mails.contact({ to: email, from: read.data });
  return { ok: true, value: "Your message is on its way." };
}
