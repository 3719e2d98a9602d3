import assert from "node:assert/strict";
import { After, type IWorldOptions, setWorldConstructor, World } from "@cucumber/cucumber";
import { eventually } from "#testing/eventually.ts";
import type { Look } from "./browser/accessibility.ts";
import { openWindow } from "./browser/open-window.ts";
import type { BrowserKind, Window } from "./browser/window.ts";
import type { Account } from "./drivers/accounts.ts";
import type { Outcome, Table } from "./http/answers.ts";
import { browserDriver, type Driver, httpDriver } from "./drivers/driver.ts";
import type { Choices, TestRead } from "./drivers/authoring/trying.ts";
import { DRIVER_ACTIONS } from "../../scripts/test-counts.ts";
import { theProduct } from "./product/product.ts";
import type { Read } from "./product/program.ts";

/** The parameters of a profile in cucumber.js. */
type Parameters = { readonly driver: "http" | BrowserKind };

/**
 * A person in a scenario: an account of their own and a driver that remembers whether they are logged in. What they did
 * before the scenario they did with `before`: calls, which are faster than pages.
 */
export type Person = Account & { readonly driver: Driver; readonly before: Driver; readonly cookie?: string };

/** Whether a person does something now, or has done it before. */
export type By = "driver" | "before";

const PASSWORD = "a password of the features";
let scenarios = 0;

/** The state of a scenario: its people, their things by title, and what was seen last. */
export class ProductWorld extends World<Parameters> {
  /** Distinguishes the people of this scenario from those of all others. */
  private readonly number = (scenarios += 1);
  private readonly people = new Map<string, Person>();
  private readonly ids = new Map<string, string>();
  readonly keys = new Map<string, readonly string[]>();
  /** What drivers have been used for, and what they can do. */
  private readonly actions = { used: new Set<string>(), all: new Set<string>() };
  /** How the last attempt ended. */
  outcome: Outcome | undefined;
  /** The draft that was opened last, its owner, and the one before it. */
  draft: { readonly id: string; readonly of: string; readonly before: string } = { id: "", of: "", before: "" };
  /** What the last check of a tool gave, in words. */
  checked?: string;
  /** The JSON Schema that was read last. */
  schema: object | undefined;
  /** The table that was viewed last. */
  table: Table | undefined;
  /** The pages that were checked for accessibility. */
  readonly looks: Look[] = [];
  /** What a test read brought last. */
  tested: TestRead | undefined;
  /** The options of a setting that were loaded last. */
  choices: Choices | undefined;
  /** When the schedule was set, at the earliest and the latest, and the next run that was shown. */
  schedule: { readonly set: readonly [Date, Date]; readonly nextAt: number | null } | undefined;
  /** What a program read last. */
  read: Read | undefined;

  constructor(options: IWorldOptions<Parameters>) {
    super(options);
  }

  /** The person of this name; a visitor until they register or log in. */
  person(name: string): Person {
    const known = this.people.get(name);
    if (known) return known;
    const whole = `${name} ${process.pid}-${this.number}`;
    const email = `${whole.toLowerCase().replace(" ", ".")}@example.org`;
    const { driver: kind } = this.parameters;
    const driver = this.counted(kind === "http" ? httpDriver(theProduct()) : browserDriver(theProduct().url, kind));
    const person = { name: whole, email, password: PASSWORD, driver, before: driver };
    this.people.set(name, person);
    return person;
  }

  /** Gives the person a verified account and a session, without the forms for it. `plan` 3 has no limits. */
  async settle(name: string, plan: 1 | 2 | 3 = 3): Promise<Person> {
    return this.continueAs(name, await theProduct().person(this.person(name).name, plan));
  }

  /** Lets the person use the session of an account. */
  async continueAs(name: string, signedUp: Account & { readonly cookie: string }): Promise<Person> {
    const person = this.person(name);
    const before = this.parameters.driver === "http" ? person.driver : httpDriver(theProduct());
    for (const driver of new Set([person.driver, before])) await driver.resume(signedUp.cookie);
    const settled = { ...person, before, email: signedUp.email, password: signedUp.password, cookie: signedUp.cookie };
    this.people.set(name, settled);
    return settled;
  }

  /** A window of this person beside their driver's, logged in if they are. */
  async window(name: string): Promise<Window> {
    const { driver: kind } = this.parameters;
    assert(kind !== "http", "Only pages are shown in a window");
    const window = await openWindow(theProduct().url, kind);
    const { cookie } = this.person(name);
    if (cookie !== undefined) await window.resume(cookie);
    return window;
  }

  /** The token in the newest mail to this person with such a link. */
  async mailedToken(name: string, place: "verify-email" | "reset-password"): Promise<string> {
    const { email } = this.person(name);
    const link = new RegExp(`/${place}/([\\w-]+)`);
    return eventually(
      async () =>
        (await theProduct().mailsTo(email))
          .toReversed()
          .map((mail) => link.exec(mail)?.[1])
          .find((token) => token !== undefined),
      20_000,
      `No mail with such a link came to ${name}`,
    );
  }

  /** A mail to this person that contains these words. */
  async mailSaying(name: string, words: string): Promise<string> {
    const { email } = this.person(name);
    // Mails are wrapped.
    const says = (mail: string) => mail.replace(/\s+/g, " ").includes(words);
    return eventually(
      async () => (await theProduct().mailsTo(email)).find(says),
      20_000,
      `No mail that says "${words}" came to ${name}`,
    );
  }

  /** A title that is unique to this scenario: its search finds no other scenario's things. */
  titled(title: string): string {
    return `${title} ${process.pid}-${this.number}`;
  }

  /** The path of the remote API for this scenario. */
  get remotePath(): string {
    return `/${this.number}`;
  }

  remember(title: string, id: string): void {
    this.ids.set(title, id);
  }

  /** The id of what was made with this title. */
  id(title: string): string {
    const id = this.ids.get(title);
    assert(id !== undefined, `Nothing called ${title} was made`);
    return id;
  }

  /** The streaming keys that this person has made, oldest first. */
  keysOf(name: string): readonly string[] {
    return this.keys.get(name) ?? [];
  }

  async leave(): Promise<void> {
    for (const { driver } of this.people.values()) await driver.close();
    const { used, all } = this.actions;
    this.attach(JSON.stringify({ used: [...used], all: [...all] }), DRIVER_ACTIONS);
  }

  /** The same driver, with its use recorded for the report. */
  private counted(driver: Driver): Driver {
    const counted = Object.entries(driver).map(([name, act]: [string, (...given: never[]) => unknown]) => {
      this.actions.all.add(name);
      return [
        name,
        (...given: never[]) => {
          this.actions.used.add(name);
          return act.apply(driver, given);
        },
      ];
    });
    return Object.fromEntries(counted) as Driver;
  }
}

setWorldConstructor(ProductWorld);

After(async function (this: ProductWorld) {
  await this.leave();
});
