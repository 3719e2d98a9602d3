import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Imprint and privacy policy | Tributary",
    description: "Who runs this site, what it stores and why.",
    noindex: true,
  });

export default function Imprint() {
  return (
    <ReadingPage title="Imprint and privacy policy" updated="March 2025">
      <div className="prose">
        <h2>Imprint</h2>
        <p>
          This site is run by the people who installed it. They can be reached through the{" "}
          <Link to="/contact">contact page</Link>.
        </p>
        <h2>Privacy policy</h2>
        <h3>What is stored</h3>
        <ul>
          <li>Your name and e-mail address. In the history of changes they are encrypted under a key of your own.</li>
          <li>A one-way hash of your password, and of the addresses you logged in from in the last 90 days.</li>
          <li>What you upload, connect and run.</li>
          <li>
            The credentials you enter for connectors. They are encrypted, and sent only to the hosts you agreed to.
          </li>
          <li>A history of who published, connected, shared and removed what, and when.</li>
          <li>When a program opened a table with your key, and which program it was, for 90 days.</li>
        </ul>
        <h3>What it is used for</h3>
        <p>
          To show you your data, run your connectors, and send you the mails that this needs. It is not used for
          advertising.
        </p>
        <h3>Who sees it</h3>
        <p>
          Your name is shown beside what you publish. The owner of a dataset sees the names and e-mail addresses of
          people it is shared with, and when they opened its streams.
        </p>
        <h3>Cookies</h3>
        <p>
          Only those that the site needs, see <Link to="/cookie-settings">cookie settings</Link>.
        </p>
        <h3>Your rights</h3>
        <p>
          On the <Link to="/account">account page</Link> you can change your name and e-mail, download what is stored
          about you, and delete your account. Delete what you uploaded and connected under{" "}
          <Link to="/manage">Manage Data</Link>. For other questions, write to the people who run this site on the{" "}
          <Link to="/contact">contact page</Link>.
        </p>
      </div>
    </ReadingPage>
  );
}
