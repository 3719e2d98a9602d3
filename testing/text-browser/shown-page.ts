/** The roles that are looked for. */
export type Role =
  | "button"
  | "dialog"
  | "form"
  | "group"
  | "heading"
  | "link"
  | "list"
  | "listitem"
  | "main"
  | "menuitem"
  | "region"
  | "row"
  | "search"
  | "searchbox"
  | "status"
  | "textbox";

/** What a label, a name or a text must contain, whatever the case; `exact`: what it must be. */
export type Wanted = string | RegExp;
export type Exactness = { readonly exact?: boolean };
export type ChosenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/**
 * Elements of a page, found anew at each use, and what a user reads of them and does with them. Only what Playwright's
 * locators can do too, with the same words and meanings: a driver does not know which of the two it has.
 */
export type Elements = {
  locator(selector: string, options?: { readonly hasText?: Wanted }): Elements;
  getByRole(role: Role, options?: Exactness & { readonly name?: Wanted; readonly level?: number }): Elements;
  getByLabel(label: Wanted, options?: Exactness): Elements;
  getByText(text: Wanted, options?: Exactness): Elements;
  filter(options?: { readonly has?: Elements; readonly hasText?: Wanted }): Elements;
  first(): Elements;
  last(): Elements;
  all(): Promise<Elements[]>;
  count(): Promise<number>;

  innerText(): Promise<string>;
  textContent(): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  allTextContents(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  inputValue(): Promise<string>;
  evaluate<R>(read: (element: HTMLElement) => R): Promise<R>;
  evaluateAll<R>(read: (elements: HTMLElement[]) => R): Promise<R>;
  waitFor(): Promise<void>;

  fill(value: string): Promise<void>;
  check(): Promise<void>;
  uncheck(): Promise<void>;
  setChecked(checked: boolean): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  setInputFiles(file: ChosenFile): Promise<void>;
  press(key: string): Promise<void>;
  click(): Promise<void>;
};

/** The page that a window shows. */
export type ShownPage = Pick<Elements, "locator" | "getByRole" | "getByLabel" | "getByText"> & {
  url(): string;
  content(): Promise<string>;
  goto(path: string): Promise<{ status(): number } | null>;
  reload(): Promise<unknown>;
  waitForURL(url: string | ((url: URL) => boolean)): Promise<void>;
};
