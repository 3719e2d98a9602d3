import { useActionData, useFetcher, useNavigation } from "@remix-run/react";
import { FlaskConical, PlugZap } from "../ui/icons/all.ts";
import type { IconName } from "../ui/icons/icon-name.ts";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/controls/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { useHydrated } from "../ui/layout/hydrated.ts";
import type { FormState } from "../ui/form/form-state.ts";
import { describeConsentPlace } from "../settings-form/describe-consent-place.ts";
import { NEEDS_VALUES, statusOfTest } from "./status-of-test.ts";
import { agreementIntent, type ConsentShown, readIntent, type TestResult } from "./test-result.ts";
import { TestReadView } from "./test-read-view.tsx";

type TryPanelProps = {
  formId: string;
  checks?: boolean;
  hint: string;
  /** Enter in a field of the form starts a test read. */
  enterTests?: boolean;
  /** Fields of the test itself. `state`: the last test's refusal. */
  fields?: (testResult: TestResult | undefined, state: FormState | undefined) => ReactNode;
};

/** The buttons that test the form with this id; the result is shown below. Stores nothing. */
export function TryPanel({ formId, checks = true, hint, enterTests = false, fields }: TryPanelProps) {
  const { testResult, state, busy, press } = useTrying();
  const hydrated = useHydrated();
  const panel = useRef<HTMLElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (testResult?.kind === "ask")
      panel.current?.querySelector<HTMLElement>(".try-fields :is(input, select, textarea)")?.focus();
    else if (testResult && testResult.kind !== "options")
      answer.current?.focus({ preventScroll: testResult.kind === "check" });
  }, [testResult]);
  return (
    <section className="panel try" ref={panel} aria-labelledby={`${formId}-try`}>
      {enterTests && (
        <button
          className="visually-hidden"
          form={formId}
          name="intent"
          value="test-read"
          formNoValidate
          tabIndex={-1}
          aria-hidden="true"
          onClick={press}
        />
      )}
      <div className="panel-head">
        <div>
          <h2 id={`${formId}-try`}>Try it first</h2>
          <p className="meta">{hint}</p>
        </div>
        {checks && (
          <TryButton formId={formId} intent="check" icon={PlugZap} off={busy !== ""} press={press}>
            {busy === "check" ? "Checking" : "Check connection"}
          </TryButton>
        )}
        <TryButton formId={formId} intent="test-read" icon={FlaskConical} off={busy !== ""} press={press}>
          {busy === "test-read" ? "Reading" : "Test read"}
        </TryButton>
      </div>
      {fields?.(testResult, state)}
      <p className="visually-hidden" role="status">
        {statusOfTest(testResult, busy)}
      </p>
      <div ref={answer} tabIndex={-1} role="group" aria-label="Result" aria-busy={busy !== ""} className="try-answer">
        {testResult?.consent && testResult.kind !== "confirm" && (
          <input type="hidden" form={formId} name="consent" value={JSON.stringify(testResult.consent)} />
        )}
        {busy !== "" && !busy.startsWith("options:") ? (
          <Under busy={busy} />
        ) : (
          testResult && <Answer testResult={testResult} formId={formId} press={press} typedAgain={!hydrated} />
        )}
      </div>
    </section>
  );
}

type Press = ReturnType<typeof useTrying>["press"];

/** Sends the form with this id and its own intent. */
function TryButton({
  formId,
  intent,
  icon,
  off,
  press,
  children,
}: {
  formId: string;
  intent: string;
  icon: IconName;
  off: boolean;
  press: Press;
  children: ReactNode;
}) {
  return (
    <Button small form={formId} name="intent" value={intent} icon={icon} formNoValidate off={off} onClick={press}>
      {children}
    </Button>
  );
}

/**
 * The last test on this page, the one in progress, and a button's action with JavaScript: it sends its form, and the
 * field whose id the form has as `data-with`.
 */
export function useTrying() {
  const fetcher = useFetcher<{ testResult?: TestResult; form?: FormState }>({ key: "try" });
  const posted = useActionData<{ testResult?: TestResult }>();
  const navigation = useNavigation();
  const posting = String(
    (fetcher.state === "submitting"
      ? fetcher.formData
      : navigation.state === "submitting"
        ? navigation.formData
        : undefined
    )?.get("intent") ?? "",
  );
  const { intent: busy } = readIntent(posting);
  const press = (event: React.MouseEvent<HTMLButtonElement>) => {
    const { form, name, value } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const data = new FormData(form);
    data.set(name, value);
    const more = document.getElementById(form.dataset.with ?? "");
    if (more instanceof HTMLTextAreaElement) data.set(more.name, more.value);
    fetcher.submit(data, {
      method: "post",
      action: form.getAttribute("action") ?? undefined,
      preventScrollReset: true,
    });
  };
  const own = ["test-read", "check"].includes(busy) || busy.startsWith("options:") ? busy : "";
  return { testResult: fetcher.data?.testResult ?? posted?.testResult, state: fetcher.data?.form, busy: own, press };
}

/** A test read takes a while: shows for how long. */
function Under({ busy }: { busy: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="panel-body">
      <p className="status status-run">
        {busy === "check" ? "Asking the API" : "Reading from the API"}
        {seconds > 0 && `, ${seconds} s`}
      </p>
      <p className="hint">It takes 30 seconds at most.</p>
    </div>
  );
}

function Answer({
  testResult,
  formId,
  press,
  typedAgain,
}: {
  testResult: TestResult;
  formId: string;
  press: (event: React.MouseEvent<HTMLButtonElement>) => void;
  typedAgain: boolean;
}) {
  const again = typedAgain && (
    <p className="hint">Secrets are not sent back to this page. Type them again for the next test.</p>
  );
  switch (testResult.kind) {
    case "ask":
      return (
        <div className="panel-body">
          <Notice title={NEEDS_VALUES}>
            Fill them in above, then press {testResult.intent === "check" ? "Check connection" : "Test read"} again.
          </Notice>
        </div>
      );
    case "confirm":
      return (
        testResult.consent && (
          <Confirm
            consent={testResult.consent}
            intent={testResult.intent}
            formId={formId}
            press={press}
            again={again}
          />
        )
      );
    case "refused":
      return (
        <div className="panel-body stack">
          <Notice tone="bad" title={testResult.message} />
          {again}
        </div>
      );
    case "check":
      return (
        <div className="panel-body stack">
          <CheckNotice result={testResult} />
          {again}
        </div>
      );
    case "options":
      return null;
    case "read":
      return (
        <>
          <TestReadView {...testResult} />
          {again && <div className="panel-foot">{again}</div>}
        </>
      );
  }
}

function CheckNotice({ result }: { result: Extract<TestResult, { kind: "check" }> }) {
  const seconds = (result.ms / 1000).toFixed(1);
  return (
    <Notice tone={result.ok ? "ok" : "bad"} title={result.message}>
      {`${result.ok ? "It answered" : "Tried"} for ${seconds} s. Nothing was stored.`}
    </Notice>
  );
}

const VERBS: Readonly<Record<string, string>> = { "test-read": "Agree and read", check: "Agree and check" };

function Confirm({
  consent,
  intent,
  formId,
  press,
  again,
}: {
  consent: ConsentShown;
  intent: string;
  formId: string;
  press: (event: React.MouseEvent<HTMLButtonElement>) => void;
  again: ReactNode;
}) {
  return (
    <div className="panel-body stack">
      <Notice
        title={
          <>
            This calls{" "}
            {consent.hosts.map((host, at) => (
              <span key={host}>
                {at > 0 && ", "}
                <code>{host}</code>
              </span>
            ))}{" "}
            and no other host.
          </>
        }
        actions={
          <Button
            small
            kind="primary"
            form={formId}
            name="intent"
            value={agreementIntent(intent)}
            formNoValidate
            onClick={press}
          >
            {VERBS[intent] ?? "Agree and fetch"}
          </Button>
        }
      >
        {consent.places.length === 0
          ? "No secret is sent."
          : consent.places
              .map(
                ({ field, host, where }) =>
                  `${field} goes to ${host.replace(/^https?:\/\//, "")} in the ${describeConsentPlace(where)}`,
              )
              .join("; ")
              .concat(".")}
      </Notice>
      {again}
      <input type="hidden" form={formId} name="offer" value={JSON.stringify(consent)} />
    </div>
  );
}
