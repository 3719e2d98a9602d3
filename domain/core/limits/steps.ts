/** Thrown when a piece of work has used up its steps; who gave them makes a refusal of it. */
export class TooManySteps extends Error {}

/** A budget of steps for one piece of work, counted where the work is done. */
export class Steps {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Counts steps before they are done. Throws TooManySteps if they are more than what is left. */
  take(count = 1): void {
    this.#taken += count;
    if (this.#taken > this.#most) throw new TooManySteps();
  }
}
