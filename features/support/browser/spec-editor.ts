import type { Elements, ShownPage } from "#testing/text-browser/shown-page.ts";
import type { Window } from "./window.ts";

/** The field of a definition on a page: the code editor, which replaces a plain textarea if there is JavaScript. */
export async function specField({ page, scripted }: Pick<Window, "page" | "scripted">): Promise<Elements> {
  const field = page.getByRole("textbox", { name: "Connector spec (JSON)" });
  await scripted?.locator(".cm-editor").waitFor();
  return field;
}

/** Replaces the definition in the field by pasting one, as a person who has written it elsewhere. */
export async function writeSpec(window: Pick<Window, "page" | "scripted">, definition: string): Promise<void> {
  const { scripted } = window;
  const field = await specField(window);
  if (scripted === null) return field.fill(definition);
  await scripted.evaluate((text) => navigator.clipboard.writeText(text), definition);
  await field.click();
  await scripted.keyboard.press("ControlOrMeta+a");
  await scripted.keyboard.press("ControlOrMeta+v");
}

/** The definition that will be sent; for a long one the editor renders only a part at a time. */
export function specText(page: ShownPage): Promise<string> {
  return page.locator("[name=dsl]").inputValue();
}
