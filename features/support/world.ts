import assert from "node:assert/strict";
import { After, type IWorldOptions, setWorldConstructor, World } from "@cucumber/cucumber";
import { eventually } from "#testing/eventually.ts";
import type { Look } from "./browser/accessibility.ts";
import { browserDriver } from "./drivers/browser-driver.ts";
import type { Account, Choices, Driver, Outcome, Table, TestRead } from "./drivers/driver.ts";
import { httpDriver } from "./drivers/http-driver.ts";
import { DRIVER_ACTIONS } from "../../scripts/test-counts.ts";
import { theProduct } from "./product/product.ts";
import type { Read } from "./product/program.ts";

/** What a profile of cucumber.js says. */
type Parameters = { readonly driver: "http" | "browser"; readonly javascript?: boolean };

/**
 * Somebody in a scenario: an account of their own and a driver that remembers whether they are signed in. What they have done
 * before the scenario begins, they did by `before`: calls, which are quicker than pages.
 */
export type Person = Account & { readonly driver: Driver; readonly before: Driver; readonly cookie?: string };

/** Whether somebody does a thing now, or has done it before. */
export type By = "driver" | "before";

const PASSWORD = "a password of the features";
let scenarios = 0;

/** What a scenario knows: its people, the things they made by title, and what was seen last. */
export class ProductWorld extends World<Parameters> {
  /** Sets the people of this scenario apart from those of all others. */
  private readonly number = (scenarios += 1);
  private readonly people = new Map<string, Person>();
  private readonly ids = new Map<string, string>();
  readonly keys = new Map<string, readonly string[]>();
  /** What drivers have been asked to do, and what they can do. */
  private readonly actions = { used: new Set<string>(), all: new Set<string>() };
  /** How the last attempt ended. */
  outcome: Outcome | undefined;
  /** The draft that was opened last, whose it is, and the one before it. */
  draft: { readonly id: string; readonly of: string; readonly before: string } = { id: "", of: "", before: "" };
  /** The JSON Schema that was read last. */
  schema: object | undefined;
  /** The table that was looked at last. */
  table: Table | undefined;
  /** The pages that were looked at for barriers. */
  readonly looks: Look[] = [];
  /** What a test read brought last. */
  tested: TestRead | undefined;
  /** The choices of a setting that were asked for last. */
  choices: Choices | undefined;
  /** When the schedule was set, at the earliest and the latest, and for when it has been shown. */
  schedule: { readonly set: readonly [Date, Date]; readonly nextAt: number | null } | undefined;
  /** What a program read last. */
  read: Read | undefined;

  constructor(options: IWorldOptions<Parameters>) {
    super(options);
  }

  /** The person of this name; a visitor until they register or sign in. */
  person(name: string): Person {
    const known = this.people.get(name);
    if (known) return known;
    const whole = `${name} ${process.pid}-${this.number}`;
    const email = `${whole.toLowerCase().replace(" ", ".")}@example.org`;
    const driver = this.counted(
      this.parameters.driver === "http"
        ? httpDriver(theProduct())
        : browserDriver(theProduct().url, this.parameters.javascript ?? true),
    );
    const person = { name: whole, email, password: PASSWORD, driver, before: driver };
    this.people.set(name, person);
    return person;
  }

  /** Gives the person an account, confirmed and signed in, without the forms for it. `plan` 3 has no limits. */
  async settle(name: string, plan: 1 | 2 | 3 = 3): Promise<Person> {
    const person = this.person(name);
    const signedUp = await theProduct().person(person.name, plan);
    const before = this.parameters.driver === "http" ? person.driver : httpDriver(theProduct());
    for (const driver of new Set([person.driver, before])) await driver.resume(signedUp.cookie);
    const settled = { ...person, before, email: signedUp.email, password: signedUp.password, cookie: signedUp.cookie };
    this.people.set(name, settled);
    return settled;
  }

  /** The token in the newest mail to this person whose link leads to such a place. */
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

  /** A mail to this person that says so. */
  async mailSaying(name: string, words: string): Promise<string> {
    const { email } = this.person(name);
    // Mails are broken into lines.
    const says = (mail: string) => mail.replace(/\s+/g, " ").includes(words);
    return eventually(
      async () => (await theProduct().mailsTo(email)).find(says),
      20_000,
      `No mail that says "${words}" came to ${name}`,
    );
  }

  /** A title as this scenario gives it: no other scenario's things are found by it. */
  titled(title: string): string {
    return `${title} ${process.pid}-${this.number}`;
  }

  /** Where the remote API answers for this scenario. */
  get remotePath(): string {
    return `/${this.number}`;
  }

  remember(title: string, id: string): void {
    this.ids.set(title, id);
  }

  /** The id of what was made under this title. */
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

  /** The same driver, with what it is asked to do kept for the report. */
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
