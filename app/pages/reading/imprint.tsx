import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

export const meta: MetaFunction = () => [
  { title: "Imprint and privacy | Tributary" },
  { name: "robots", content: "noindex" },
];

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
        <p>
          Your name and e-mail address, encrypted under a key of your own; a one-way hash of your password; what you
          upload, connect and run; the credentials you enter for connectors, encrypted and sent only to the hosts you
          agreed to.
        </p>
        <h3>What it is used for</h3>
        <p>
          To show you your data, run your connectors, and send you the mails that this needs. Nothing is sold, nothing
          is used for advertising.
        </p>
        <h3>Cookies</h3>
        <p>
          Only those that the site needs, see <Link to="/cookie-settings">cookie settings</Link>.
        </p>
        <h3>Your rights</h3>
        <p>
          You can change your name and e-mail and delete your account on the <Link to="/account">account page</Link>.
          Deleting it destroys your key: what was written under it cannot be read again by anyone.
        </p>
      </div>
    </ReadingPage>
  );
}
