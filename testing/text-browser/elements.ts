import { levelOf, roleOf } from "./roles.ts";
import { labelsOf } from "./labels.ts";
import { nameOf } from "./names.ts";
import type { Elements, ShownPage, Wanted } from "./shown-page.ts";
import { isTold } from "./visibility.ts";
import { isWanted, plainText, shownText } from "./texts.ts";
import type { Actions } from "./actions.ts";

/** Where elements are found, and what can be done there. */
export type Place = { document(): Document; readonly actions: Actions };

/** From what was found so far to what is found next, and how that is said in errors. */
type Step = { readonly says: string; readonly find: (within: readonly ParentNode[]) => readonly Element[] };

/** The steps by which an `Elements` finds: another one may be looked for within an element. */
const stepsOf = new WeakMap<Elements, readonly Step[]>();

/** Everything on a page from which a search starts. */
export function elementsOn(place: Place): Pick<ShownPage, "locator" | "getByRole" | "getByLabel" | "getByText"> {
  return searches(place, []);
}

function elementsBy(place: Place, steps: readonly Step[]): Elements {
  const { actions } = place;
  const found = () => find([place.document()], steps) as readonly HTMLElement[];
  const only = () => theOnly(found(), steps, place.document());
  const then = (says: string, pick: (all: readonly Element[]) => readonly (Element | undefined)[]) =>
    elementsBy(place, [
      ...steps,
      { says, find: (all) => pick(all as readonly Element[]).filter((each) => each !== undefined) },
    ]);
  const elements: Elements = {
    ...searches(place, steps),
    filter: ({ has, hasText } = {}) =>
      then(`filter(${hasText ?? "has"})`, (all) =>
        all.filter(
          (each) =>
            (has === undefined || find([each], stepsOf.get(has) ?? []).length > 0) &&
            (hasText === undefined || isWanted(plainText(each), hasText)),
        ),
      ),
    first: () => then("first()", (all) => [all[0]]),
    last: () => then("last()", (all) => [all.at(-1)]),
    all: async () => found().map((_, at) => then(`nth(${at})`, (all) => [all[at]])),
    count: async () => found().length,

    innerText: async () => shownText(only()),
    textContent: async () => only().textContent,
    allInnerTexts: async () => found().map(shownText),
    allTextContents: async () => found().map(({ textContent }) => textContent ?? ""),
    getAttribute: async (name) => only().getAttribute(name),
    inputValue: async () => (only() as HTMLInputElement).value,
    evaluate: async (read) => read(only()),
    evaluateAll: async (read) => read([...found()]),
    waitFor: async () => void only(),

    fill: async (value) => actions.fill(only(), value),
    check: async () => actions.setChecked(only(), true),
    uncheck: async () => actions.setChecked(only(), false),
    setChecked: async (checked) => actions.setChecked(only(), checked),
    selectOption: async (value) => actions.select(only(), value),
    setInputFiles: async (file) => actions.choose(only(), file),
    press: async (key) => actions.press(only(), key),
    click: async () => actions.click(only()),
  };
  stepsOf.set(elements, steps);
  return elements;
}

/** The ways to look within what these steps find. */
function searches(
  place: Place,
  steps: readonly Step[],
): Pick<Elements, "locator" | "getByRole" | "getByLabel" | "getByText"> {
  const within = (says: string, selector: string, fits: (element: Element) => boolean) =>
    elementsBy(place, [
      ...steps,
      { says, find: (nodes) => nodes.flatMap((node) => [...node.querySelectorAll(selector)].filter(fits)) },
    ]);
  return {
    locator: (selector, { hasText } = {}) =>
      within(
        `locator(${selector}${hasText === undefined ? "" : `, ${hasText}`})`,
        selector,
        (each) => hasText === undefined || isWanted(plainText(each), hasText),
      ),
    getByRole: (role, { name, exact, level } = {}) =>
      within(
        `getByRole(${role}${name === undefined ? "" : `, ${name}`})`,
        "*",
        (each) =>
          roleOf(each) === role &&
          (level === undefined || levelOf(each) === level) &&
          isTold(each) &&
          (name === undefined || isWanted(nameOf(each), name, exact)),
      ),
    getByLabel: (label, { exact } = {}) =>
      within(`getByLabel(${label})`, "*", (each) => labelsOf(each).some((text) => isWanted(text, label, exact))),
    getByText: (text, { exact } = {}) =>
      within(`getByText(${text})`, "body *", (each) => isInnermost(each, text, exact)),
  };
}

/** Whether an element has a text that none of its parts has. */
function isInnermost(element: Element, text: Wanted, exact: boolean | undefined): boolean {
  const has = (each: Element) => isWanted(plainText(each), text, exact);
  return has(element) && ![...element.children].some(has);
}

/** What the steps find, each element once and in the order of the page. */
function find(from: readonly ParentNode[], steps: readonly Step[]): readonly Element[] {
  const found = steps.reduce<readonly ParentNode[]>((nodes, step) => [...new Set(step.find(nodes))], from);
  return found as readonly Element[];
}

/** The only element that was found: what is done to one of several is a mistake of the test, as in Playwright. */
function theOnly(found: readonly HTMLElement[], steps: readonly Step[], document: Document): HTMLElement {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const says = steps.map((step) => step.says).join(".");
  const shows = only === undefined ? `It shows: ${shownText(document.body).slice(0, 1_000)}` : "";
  throw new Error(`${found.length} elements are ${says} at ${document.URL}. ${shows}`);
}
