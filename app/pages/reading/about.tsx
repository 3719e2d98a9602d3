import type { MetaFunction } from "@remix-run/node";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({ title: "About | Tributary", description: "Mission, vision and what sets Tributary apart." });

const differences = [
  {
    title: "Consolidated datapool",
    text: "Uploaded files and live APIs end up in the same kind of table, with the same types, preview and address.",
  },
  {
    title: "DataStore and data apps",
    text: "Find a dataset or a connector, connect to it, and open it where you work.",
  },
  {
    title: "Analytics",
    text: "Every column says what it holds and how much of it is filled, over all rows, before you build on it.",
  },
  {
    title: "Public and premium datasets",
    text: "Public datasets are free to read. Anything with a price says so before you connect.",
  },
  {
    title: "Sell your own datasets",
    text: "Publish your own data. You decide who finds it, and your name is shown beside it.",
  },
];

export default function About() {
  return (
    <ReadingPage
      title="About"
      lead="Tributary brings datasets and live APIs together in one place, as tables that your tools can open."
    >
      <div className="two">
        <section className="grid content-start gap-2" aria-labelledby="mission">
          <h2 id="mission">Mission</h2>
          <p className="quiet">
            To let anyone who needs data get from a source to a table in minutes, and see exactly what that table holds
            and where it came from.
          </p>
        </section>
        <section className="grid content-start gap-2" aria-labelledby="vision">
          <h2 id="vision">Vision</h2>
          <p className="quiet">
            Data that flows to everyone who has the right to it, and a history that shows who could see what, and when.
          </p>
        </section>
      </div>
      <section className="grid gap-4" aria-labelledby="differences">
        <h2 id="differences">What sets it apart</h2>
        <div className="columns">
          {differences.map(({ title, text }) => (
            <div key={title}>
              <h3>{title}</h3>
              <p className="quiet">{text}</p>
            </div>
          ))}
        </div>
      </section>
      <p className="row">
        <ButtonLink kind="primary" to="/datastore">
          Browse the DataStore
        </ButtonLink>
        <ButtonLink kind="quiet" to="/documentation">
          Read the documentation
        </ButtonLink>
      </p>
    </ReadingPage>
  );
}
