import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { type MailTransport, message, sendPlainTexts } from "./mail-transport.ts";

/** The folder of mails inside the data folder. */
export function mailFolder(dataDir: string): string {
  return path.join(dataDir, "mail");
}

/** `20260102T030405Z-<id>`: sorts by time, and a mail delivered twice is one file. */
function mailName(mail: { readonly id: string; readonly created: Date }): string {
  return `${mail.created.toISOString().replace(/[-:]|\.\d+/g, "")}-${mail.id}`;
}

/** Writes every mail to a file that only the server's user may read, for installations without a mail server. */
export function fileTransport(options: { readonly dataDir: string; readonly from: string }): MailTransport {
  const folder = mailFolder(options.dataDir);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  sendPlainTexts(composer, { eightBit: true });
  return {
    async deliver(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, options.from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const file = path.join(folder, `${mailName(mail)}.eml`);
      const unfinished = `${file}.${process.pid}`;
      await rm(unfinished, { force: true });
      const handle = await open(unfinished, "wx", 0o600);
      try {
        await handle.writeFile(bytes as Buffer);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
      return { ok: true };
    },
  };
}
