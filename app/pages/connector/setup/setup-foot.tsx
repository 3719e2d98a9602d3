import { Play } from "../../../ui/icons/all.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { FollowsRun } from "../../../runs/follow-runs.tsx";

type FootProps = {
  connected: boolean;
  signedIn: boolean;
  blocked: string | undefined;
  running: boolean;
  loginHref: string;
  busy: string;
  unchanged: boolean;
};

const CONNECT_AND_RUN = "connect-and-run";

/** Run Now and Save Settings, and why one of them is disabled. Without a connection either of them connects. */
export function SetupFoot({ connected, signedIn, blocked, running, loginHref, busy, unchanged }: FootProps) {
  if (!signedIn) {
    return (
      <div className="panel-foot">
        <p className="hint">Log in to set it up.</p>
        <ButtonLink to={loginHref}>Save Settings</ButtonLink>
        <ButtonLink icon={Play} to={loginHref}>
          Run Now
        </ButtonLink>
      </div>
    );
  }
  const hint =
    blocked ??
    (running
      ? "A run is in progress."
      : !connected
        ? "Run Now agrees to what connecting means, connects you, saves these settings and runs."
        : unchanged
          ? "All changes saved"
          : "");
  return (
    <div className="panel-foot">
      <FollowsRun />
      <p className="hint" aria-live="polite">
        {hint}
      </p>
      <Button name="intent" value="save" off={Boolean(blocked) || unchanged || busy !== ""}>
        {busy === "save" ? "Saving" : "Save Settings"}
      </Button>
      <Button
        name="intent"
        value={connected ? "run" : CONNECT_AND_RUN}
        icon={Play}
        kind="primary"
        off={Boolean(blocked) || running || busy !== ""}
        aria-label="Run Now"
        id="run-now"
      >
        {busy === "run" || busy === CONNECT_AND_RUN ? "Running" : "Run Now"}
      </Button>
    </div>
  );
}
