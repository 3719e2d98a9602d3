import { Link } from "@remix-run/react";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { formatExact } from "../../ui/data/format.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";

export type OutboxMail = { id: string; to: string; subject: string; sentAt: string; text: string };

/** The mails that this server wrote to files because no SMTP server is set; `open` is the one of `?mail=`. */
export type OutboxViewProps = { mails: Omit<OutboxMail, "text">[]; open: OutboxMail | null };

export function OutboxView({ mails, open }: OutboxViewProps) {
  return (
    <ReadingPage title="Outbox" lead="No mail server is set, so mails are kept here. Set SMTP_URL to send them.">
      {open && (
        <section className="panel" aria-labelledby="open-mail">
          <div className="panel-head">
            <h2 id="open-mail">{open.subject}</h2>
            <span className="meta">
              to {open.to}, {formatExact(open.sentAt)}
            </span>
          </div>
          <div className="panel-body mail">
            <MailText text={open.text} />
          </div>
        </section>
      )}
      {mails.length === 0 ? (
        <EmptyState title="No mails yet." level={2} />
      ) : (
        <div className="panel">
          <ScrollTable label="Mails" heads={["Subject", "To", "Written"]}>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <td>
                  <Link
                    to={`?mail=${encodeURIComponent(mail.id)}`}
                    aria-current={mail.id === open?.id ? "true" : undefined}
                  >
                    {mail.subject}
                  </Link>
                </td>
                <td>{mail.to}</td>
                <td>
                  <time dateTime={mail.sentAt}>{formatExact(mail.sentAt)}</time>
                </td>
              </tr>
            ))}
          </ScrollTable>
        </div>
      )}
    </ReadingPage>
  );
}

/** The plain text of a mail, with its http(s) URLs as links. */
function MailText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 1 ? (
      <a key={at} href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
