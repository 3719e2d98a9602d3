import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback } from "react";
import { useInertFrame } from "../controls/inert-frame.ts";
import { Button } from "../controls/button.tsx";

/** Changes the colour scheme and redirects back to the page. */
const COMES_BACK = "/theme";

/**
 * Asks before a page with unsaved changes is left: by a link, Back, a reload or closing. `hasChanges` is called at that
 * moment. An ended session redirects to Login without a question; what was typed is stored there.
 */
export function LeaveGuard({ hasChanges }: { hasChanges: () => boolean }) {
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (hasChanges()) event.preventDefault();
      },
      [hasChanges],
    ),
  );
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      to.pathname !== COMES_BACK && from.pathname + from.search !== to.pathname + to.search && hasChanges(),
  );
  useInertFrame(blocker.state === "blocked");
  const stay = () => blocker.reset?.();
  return (
    <Dialog className="scrim" open={blocker.state === "blocked"} onClose={stay}>
      <DialogPanel className="dialog">
        <DialogTitle as="h2">Leave without saving?</DialogTitle>
        <p className="quiet">What you changed on this page is not saved.</p>
        <div className="dialog-foot">
          <Button type="button" onClick={stay} autoFocus>
            Stay
          </Button>
          <Button type="button" kind="danger-solid" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </div>
      </DialogPanel>
    </Dialog>
  );
}

/** Whether the form with this id differs from what is saved. An unticked checkbox is an empty text. */
export function differsFrom(formId: string, saved: Readonly<Record<string, string>>): boolean {
  const element = document.getElementById(formId);
  if (!(element instanceof HTMLFormElement)) return false;
  const form = new FormData(element);
  return Object.entries(saved).some(([name, value]) => plain(form.get(name)) !== plain(value));
}

function plain(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : "";
}
