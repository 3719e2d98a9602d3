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

/** Run Now and Save Settings, and why one of them is disabled. */
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
        ? unchanged
          ? "Connect first, then run it."
          : "Save Settings connects you first."
        : unchanged
          ? "All changes saved"
          : "");
  return (
    <div className="panel-foot">
      <FollowsRun />
      <p className="hint" aria-live="polite">
        {hint}
      </p>
      <Button
        name="intent"
        value="save"
        off={Boolean(blocked) || unchanged || busy !== ""}
        kind={connected ? "plain" : "primary"}
      >
        {busy === "save" ? "Saving" : "Save Settings"}
      </Button>
      <Button
        name="intent"
        value="run"
        icon={Play}
        kind={connected ? "primary" : "plain"}
        off={Boolean(blocked) || running || busy !== ""}
        formNoValidate={!connected}
        aria-label="Run Now"
        id="run-now"
      >
        {busy === "run" ? "Running" : "Run Now"}
      </Button>
    </div>
  );
}
