import { Link } from "@remix-run/react";
import { hrefWithReturn } from "../../local-path.ts";
import { inactiveSentence } from "../../connectors/connector-words.ts";
import { RunHistory, type RunSummary } from "../../runs/runs.tsx";
import { TryPanel } from "../../trying/test-panel.tsx";
import { plural } from "../../ui/data/format.ts";
import { Block } from "../../ui/layout/block.tsx";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";
import { ConsentPanel } from "./consent-panel.tsx";
import { Output } from "./output/output-tab.tsx";
import { Pipe, type PipeProps } from "./pipe.tsx";
import { SetupPanel } from "./setup/setup-panel.tsx";
import { SignInPanel } from "./setup/sign-in-panel.tsx";

const SETUP_TAB_RUNS = 8;

/**
 * An instance's setup: the steps of a run, its settings, its rows, a test, and its last runs. The test comes first for
 * who has not connected.
 */
export function SetupTab(props: ConnectorProfileViewProps) {
  const { connector, instance, setup, runs, signedIn } = props;
  const tables = instance?.tables.length ?? 1;
  const blocked = !instance && connector.status !== "active" ? inactiveSentence : undefined;
  const tryIt = signedIn && !blocked && (
    <TryPanel
      formId="setup-form"
      hint={`Uses the settings on this page. Reads at most 5 pages, 5 parent rows and 100 rows. ${instance ? `Your ${plural(tables, "table stays as it is", "tables stay as they are")}.` : "Nothing is stored."}`}
    />
  );
  const setupKey = JSON.stringify([setup.revision, instance?.connectorId]);
  return (
    <>
      {props.pipe && <WhatARunDoes pipe={props.pipe} run={runs[0]} />}
      {props.signIn && <SignInPanel signIn={props.signIn} />}
      {instance && instance.connectorId !== connector.id && (
        <p className="quiet">These are the settings of v{instance.version}, which you are connected to.</p>
      )}
      <div className="bench">
        <SetupPanel
          key={setupKey}
          now={props.now}
          setup={setup}
          connected={instance !== null}
          signedIn={signedIn}
          form={props.form}
          {...(blocked ? { blocked } : {})}
          running={runs[0]?.status === "running"}
          loginHref={hrefWithReturn("/login", `/connector_profile/${connector.id}`)}
        />
        <div className="stack">
          {!instance && tryIt}
          <Output {...props} />
          {props.publish && (
            <p>
              <Link to="?tab=output#publish">
                Publish or share {props.publish.tables.length === 1 ? "this table" : "these tables"}
              </Link>
            </p>
          )}
          <ConsentPanel {...props} />
        </div>
      </div>
      {instance && tryIt}
      {runs.length > 0 && (
        <RunHistory
          runs={runs.slice(0, SETUP_TAB_RUNS)}
          picture={runs}
          total={props.runTotal}
          now={props.now}
          more="?tab=runs"
        />
      )}
    </>
  );
}

function WhatARunDoes({ pipe, run }: { pipe: PipeProps; run: RunSummary | undefined }) {
  return (
    <Block id="flow-title" title="What a run does" meta={run && `with your settings, as of run ${run.number}`}>
      <Pipe {...pipe} />
    </Block>
  );
}
