import type { SignedCheckpoints } from "../../transparency/ports.ts";
import type { Ports } from "../ports.ts";

export type MailCheckpointPorts = Pick<Ports, "mails"> & {
  readonly signed: Pick<SignedCheckpoints, "ofTheDay">;
  readonly admins: () => Promise<readonly { readonly id: string; readonly email: string }[]>;
};

/** Mails the log checkpoint to the admins, once a day: a copy outside the server shows later whether the log was changed. */
export async function mailCheckpoint({ mails, signed, admins }: MailCheckpointPorts): Promise<void> {
  const found = await signed.ofTheDay();
  if (found === null) return;
  for (const { id, email } of await admins()) await mails.logCheckpoint({ to: email, userId: id, ...found });
}
