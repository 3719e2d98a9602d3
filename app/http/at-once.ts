/** Counts what somebody has going on in this process, so that nobody alone keeps it busy. */
export type AtOnce = {
  /** The call that ends what has begun, or null when as much as allowed is going on. */
  begin(who: string): (() => void) | null;
};

/** Lets each person have at most so many things going on. */
export function atOnce(most: number): AtOnce {
  const going = new Map<string, number>();
  return {
    begin(who) {
      const others = going.get(who) ?? 0;
      if (others >= most) return null;
      going.set(who, others + 1);
      return () => {
        const left = (going.get(who) ?? 1) - 1;
        if (left > 0) going.set(who, left);
        else going.delete(who);
      };
    },
  };
}
