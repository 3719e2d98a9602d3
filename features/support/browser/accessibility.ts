import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { Window } from "./window.ts";

/**
 * Accessibility faults of a page: serious violations of axe-core's rules, words of headings that are broken for lack of
 * room, and whether the page scrolls sideways.
 */
export type Look = {
  readonly path: string;
  readonly as: string;
  readonly barriers: readonly string[];
  readonly broken: readonly string[];
  readonly sideways: boolean;
};

const WIDTHS = [1280, 768, 360];
const SCHEMES = ["light", "dark"] as const;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks one page at every width in every colour scheme; the second scheme differs in its colours only. */
export async function lookAt(
  { page, open }: { readonly page: Page } & Pick<Window, "open">,
  path: string,
  widths: readonly number[] = WIDTHS,
): Promise<Look[]> {
  const looks: Look[] = [];
  await open(path);
  // Folded parts of a page are checked too; menus would cover it.
  await page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>("main details:not(.menu)").forEach((each) => (each.open = true)),
  );
  await page.evaluate(axe);
  const rules = await rulesThatAreNeverSerious(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const laidOut = { path, ...(await layoutOf(page)) };
    // Between the widths only the layout differs.
    if (width === 768) {
      looks.push({ ...laidOut, as: `${width} px`, barriers: [] });
      continue;
    }
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const options: RunOptions = {
        resultTypes: ["violations"],
        // Only rules that are never serious read style sheets and media before.
        preload: false,
        rules,
        ...(colorScheme === "light" ? {} : { runOnly: ["color-contrast"] }),
      };
      const { violations } = await page.evaluate(
        (asked) => (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(asked),
        options,
      );
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const barriers = serious.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
      );
      looks.push({ ...laidOut, as: `${width} px, ${colorScheme}`, barriers });
    }
  }
  return looks;
}

/** Turns off the rules whose violations are not shown here. axe-core states the impact of a rule in its private list. */
function rulesThatAreNeverSerious(page: Page): Promise<NonNullable<RunOptions["rules"]>> {
  return page.evaluate(() => {
    type Audit = { readonly rules: readonly { readonly id: string; readonly impact?: string }[] };
    const { rules } = (globalThis as unknown as { axe: { _audit: Audit } }).axe._audit;
    const lesser = rules.filter(({ impact }) => impact === "minor" || impact === "moderate");
    return Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
  });
}

function layoutOf(page: Page): Promise<Pick<Look, "broken" | "sideways">> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const heading of document.querySelectorAll("h1, h2")) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // A word that is too long may need more than a line, and one with a hyphen may break there.
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/(?<![^\s-])[^\s-]{2,20}(?![^\s-])/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      }
    }
    return { broken, sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth };
  });
}
