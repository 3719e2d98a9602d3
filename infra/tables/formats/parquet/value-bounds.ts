import type { SchemaElement } from "hyparquet-writer";
import type { GrowingBytes } from "./growing-bytes.ts";

/** The least and the greatest value; both undefined if there is none that can be compared. */
export type Bounds = {
  readonly min_value: number | bigint | boolean | Uint8Array | undefined;
  readonly max_value: number | bigint | boolean | Uint8Array | undefined;
  /** Of floating point numbers. */
  readonly nan_count?: bigint;
};

/** Finds the bounds of values in plain encoding, which come in portions. No value becomes an object on the way. */
export type BoundsFinder = { add(values: GrowingBytes): void; taken(): Bounds };

const NONE: Bounds = { min_value: undefined, max_value: undefined };
const LENGTH_BYTES = 4;

export function boundsFinder({ type, type_length }: Pick<SchemaElement, "type" | "type_length">): BoundsFinder {
  switch (type) {
    case "INT64":
      return longBounds();
    case "INT32":
      return intBounds();
    case "DOUBLE":
      return doubleBounds();
    case "BOOLEAN":
      return booleanBounds();
    case "FIXED_LEN_BYTE_ARRAY":
      return fixedBounds(type_length ?? 0);
    default:
      return textBounds();
  }
}

function longBounds(): BoundsFinder {
  let bounds: { min: bigint; max: bigint } | null = null;
  return {
    add({ bytes, length, view }) {
      if (length === 0) return;
      const lows = new Uint32Array(bytes.buffer, 0, length / 4);
      const highs = new Int32Array(bytes.buffer, 0, length / 4);
      const isLess = (left: number, right: number) => {
        const [high, other] = [highs[left + 1] as number, highs[right + 1] as number];
        return high < other || (high === other && (lows[left] as number) < (lows[right] as number));
      };
      let [least, greatest] = [0, 0];
      for (let at = 2; at < length / 4; at += 2) {
        if (isLess(at, least)) least = at;
        else if (isLess(greatest, at)) greatest = at;
      }
      const [min, max] = [view.getBigInt64(least * 4, true), view.getBigInt64(greatest * 4, true)];
      bounds = bounds
        ? { min: min < bounds.min ? min : bounds.min, max: max > bounds.max ? max : bounds.max }
        : { min, max };
    },
    taken() {
      const found: Bounds = bounds ? { min_value: bounds.min, max_value: bounds.max } : NONE;
      bounds = null;
      return found;
    },
  };
}

function intBounds(): BoundsFinder {
  let [min, max] = [Infinity, -Infinity];
  return {
    add({ bytes, length }) {
      for (const number of new Int32Array(bytes.buffer, 0, length / 4)) {
        if (number < min) min = number;
        if (number > max) max = number;
      }
    },
    taken() {
      const found: Bounds = min > max ? NONE : { min_value: min, max_value: max };
      [min, max] = [Infinity, -Infinity];
      return found;
    },
  };
}

/** As the format asks for, a zero is -0 as the least number and +0 as the greatest. */
function doubleBounds(): BoundsFinder {
  let [min, max, numbers, nans] = [Infinity, -Infinity, 0, 0];
  return {
    add({ bytes, length }) {
      for (const number of new Float64Array(bytes.buffer, 0, length / 8)) {
        if (number < min) min = number;
        if (number > max) max = number;
        if (Number.isNaN(number)) nans += 1;
      }
      numbers += length / 8;
    },
    taken() {
      const isNone = numbers === nans;
      const found: Bounds = {
        min_value: isNone ? undefined : min === 0 ? -0 : min,
        max_value: isNone ? undefined : max === 0 ? 0 : max,
        nan_count: BigInt(nans),
      };
      [min, max, numbers, nans] = [Infinity, -Infinity, 0, 0];
      return found;
    },
  };
}

function booleanBounds(): BoundsFinder {
  let [isFalse, isTrue] = [false, false];
  return {
    add(values) {
      isFalse ||= values.written().includes(0);
      isTrue ||= values.written().includes(1);
    },
    taken() {
      const found: Bounds = isFalse || isTrue ? { min_value: !isFalse, max_value: isTrue } : NONE;
      [isFalse, isTrue] = [false, false];
      return found;
    },
  };
}

/** Whole numbers, the most significant byte first. */
function fixedBounds(size: number): BoundsFinder {
  let bounds: { min: bigint; max: bigint } | null = null;
  return {
    add({ length, view }) {
      for (let at = 0; at < length; at += size) {
        const number = (view.getBigInt64(at) << 64n) | view.getBigUint64(at + 8);
        bounds ??= { min: number, max: number };
        if (number < bounds.min) bounds.min = number;
        if (number > bounds.max) bounds.max = number;
      }
    },
    taken() {
      const found: Bounds = bounds ? { min_value: bounds.min, max_value: bounds.max } : NONE;
      bounds = null;
      return found;
    },
  };
}

/** In the order of their bytes, which is that of their code points. */
function textBounds(): BoundsFinder {
  let [min, max]: (Uint8Array | undefined)[] = [undefined, undefined];
  return {
    add({ bytes, length, view }) {
      if (length === 0) return;
      let [least, greatest] = [0, 0];
      for (let at = 0; at < length; at += LENGTH_BYTES + view.getUint32(at, true)) {
        if (compared(bytes, view, at, least) < 0) least = at;
        else if (compared(bytes, view, at, greatest) > 0) greatest = at;
      }
      const valueAt = (at: number) => bytes.slice(at + LENGTH_BYTES, at + LENGTH_BYTES + view.getUint32(at, true));
      if (!min || Buffer.compare(valueAt(least), min) < 0) min = valueAt(least);
      if (!max || Buffer.compare(valueAt(greatest), max) > 0) max = valueAt(greatest);
    },
    taken() {
      const found: Bounds = { min_value: min, max_value: max };
      [min, max] = [undefined, undefined];
      return found;
    },
  };
}

function compared(bytes: Uint8Array, view: DataView, left: number, right: number): number {
  const [length, other] = [view.getUint32(left, true), view.getUint32(right, true)];
  const shorter = Math.min(length, other);
  for (let at = LENGTH_BYTES; at < LENGTH_BYTES + shorter; at += 1) {
    const difference = (bytes[left + at] as number) - (bytes[right + at] as number);
    if (difference !== 0) return difference;
  }
  return length - other;
}
