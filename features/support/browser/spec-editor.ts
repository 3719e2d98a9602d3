import type { Locator, Page } from "playwright-core";

/** The field of a definition on a page: the code editor, which replaces a plain textarea if there is JavaScript. */
export async function specField(page: Page, javascript: boolean): Promise<Locator> {
  const field = page.getByRole("textbox", { name: "Connector spec (JSON)" });
  if (javascript) await page.locator(".cm-editor").waitFor();
  return field;
}

/** Replaces the definition in the field by pasting one, as a person who has written it elsewhere. */
export async function writeSpec(page: Page, definition: string, javascript: boolean): Promise<void> {
  const field = await specField(page, javascript);
  if (!javascript) return field.fill(definition);
  await page.evaluate((text) => navigator.clipboard.writeText(text), definition);
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
}

/** The definition that will be sent; for a long one the editor renders only a part at a time. */
export function specText(page: Page): Promise<string> {
  return page.locator("[name=dsl]").inputValue();
}
