import type { Outcome } from "../http/answers.ts";

/** The message on a page, good or bad. Runs in the page. */
export function messageOn(page: HTMLElement): Outcome {
  return {
    ok: page.querySelector(".toast-bad, .error, .notice-bad") === null,
    said: [...page.querySelectorAll(".toast p, .error span, .faults span, .notice p")]
      .map((each) => each.textContent)
      .join(" "),
  };
}

/** Turns off the browser's checks of a form: what the product itself says is tested. Runs in the page. */
export function skipChecks(button: HTMLElement): void {
  const { form } = button as HTMLButtonElement;
  const sent = form ?? button.closest("form");
  if (sent) sent.noValidate = true;
}
