import { withoutEnd } from "#domain/core/text/text.ts";
import { CELL, cellKindOfText, NUMBERS } from "#domain/core/values/cell-kind.ts";
import { CURRENCY_CODES, type DecimalSize } from "#domain/dataset/column-reading.ts";

/** The text of a cell in the notation of Postgres; null: it is not in the notation of the reading. */
export type Convert = (text: string) => string | null;

/** The sign before decimals, and the signs of which one may group thousands. */
export type NumberStyle = { readonly point: "." | ","; readonly groups: string };

const SPACES = " \\u00a0\\u2007\\u2009\\u202f";
export const PLAIN: NumberStyle = { point: ".", groups: "" };
export const COMMA: NumberStyle = { point: ",", groups: "" };
export const GROUPED: NumberStyle = { point: ".", groups: `,${SPACES}'’` };
export const GROUPED_COMMA: NumberStyle = { point: ",", groups: `.${SPACES}'’` };

/**
 * Reads numbers of a style with a sign before or behind them, or in brackets, as accounts write what is negative:
 * `-5`, `5-` and `(5)`.
 */
export function numbersOf({ point, groups }: NumberStyle): Convert {
  const grouped = groups === "" ? "" : `\\d{1,3}(?:([${groups}])\\d{3})(?:\\1\\d{3})*(?:[${point}]\\d+)?|`;
  const bare = point === "." ? "\\d*\\.?\\d+(?:[eE][+-]?\\d+)?" : "\\d+(?:,\\d+)?";
  const pattern = new RegExp(`^(?:${grouped}${bare})$`, "u");
  return (text) => {
    const signed = signOf(text);
    const found = signed && pattern.exec(signed.body);
    if (!found) return null;
    const digits = found[1] ? signed.body.replaceAll(found[1], "") : signed.body;
    return plainNumber(`${signed.isNegative ? "-" : ""}${digits.replace(point, ".")}`);
  };
}

/** Takes a number as types are written. */
export function plainNumber(text: string): string | null {
  return (kindOfValue(text) & NUMBERS) === 0 ? null : text;
}

const LONG_WHOLE = /^-?[1-9]\d{18,99}$/;

/**
 * Gives the kind of a value that a reading makes. Whole numbers that no bigint holds are texts in a column that nobody
 * chose to be numbers: they may be codes.
 */
export function kindOfValue(text: string): number {
  const kind = cellKindOfText(text);
  return kind === CELL.text && LONG_WHOLE.test(text) ? CELL.wide : kind;
}

/** What is left without its sign; null: it has two of them. */
function signOf(text: string): { readonly isNegative: boolean; readonly body: string } | null {
  const first = text.charAt(0);
  const last = text.charAt(text.length - 1);
  const before = /[-+\u2212(]/.test(first) ? first : "";
  const behind = /[-\u2212)]/.test(last) ? last : "";
  if ((before === "(") !== (behind === ")") || (before !== "" && behind !== "" && before !== "(")) return null;
  const body = text.slice(before.length, text.length - behind.length).trim();
  return { isNegative: before !== "+" && before + behind !== "", body };
}

/** The same number without an exponent. */
export function withoutExponent(plain: string): string {
  const [, sign = "", whole = "", fraction = "", power = ""] = /^(-?)(\d*)\.?(\d*)[eE]([+-]?\d+)$/.exec(plain) ?? [];
  return power === "" ? plain : `${sign}${shifted(whole, fraction, Number(power))}`;
}

/** Digits with the point moved to the right, or to the left where `places` is negative. */
function shifted(whole: string, fraction: string, places: number): string {
  const digits = `${"0".repeat(Math.max(0, -places))}${whole}${fraction}${"0".repeat(Math.max(0, places))}`;
  const point = Math.max(0, -places) + whole.length + places;
  const front = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  const back = withoutEnd(digits.slice(point), "0");
  return back === "" ? front : `${front}.${back}`;
}

/** Hundredths: 12.5 % is 0.125. The sign is needed: without it a cell could be either. */
export function percentOf(style: NumberStyle): Convert {
  const number = numbersOf(style);
  return (text) => {
    const bare = /^%\s?([^%]+)$|^([^%]+?)\s?%$/u.exec(text);
    const plain = bare && number((bare[1] ?? bare[2] ?? "").trim());
    if (plain === null || /e/i.test(plain)) return null;
    const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(plain) ?? [];
    return `${sign}${shifted(whole, fraction, -2)}`;
  };
}

/** Signs that one currency has alone, by its code. */
const CODES: Readonly<Record<string, string>> = {
  ...{ "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW", "₪": "ILS", "₫": "VND", "₴": "UAH" },
  ...{ zł: "PLN", Kč: "CZK", Ft: "HUF", "Fr.": "CHF", US$: "USD", R$: "BRL", A$: "AUD", C$: "CAD" },
};
/** Signs of several. They are no less a currency, but not the same as a code. */
const SHARED: ReadonlySet<string> = new Set(["$", "¥", "kr", "kr."]);

const AMOUNT =
  /^([-+\u2212(]?)\s?([^\d\s()+\u2212.,-]{1,3}\.?)?\s?([-\u2212]?[\d][^\p{L}\p{Sc}()]*?)\s?(\p{L}{1,3}\.?|\p{L}{0,2}\p{Sc})?([-\u2212)]?)$/u;

/** An amount and its currency; null: it is none. `currency` null: it has no sign. */
function amountOf(text: string): { readonly number: string; readonly currency: string | null } | null {
  const [, open = "", before, body = "", behind, close = ""] = AMOUNT.exec(text) ?? [];
  if (body === "" || (before !== undefined && behind !== undefined)) return null;
  const sign = before ?? behind;
  const currency = sign === undefined ? null : currencyOf(sign);
  return currency === undefined ? null : { number: `${open}${body}${close}`, currency };
}

function currencyOf(sign: string): string | undefined {
  const code = Object.hasOwn(CODES, sign) ? CODES[sign] : sign;
  return code !== undefined && (CURRENCY_CODES.has(code) || SHARED.has(code)) ? code : undefined;
}

/** Gives the currency of the first amount that has one; null: none has. */
export function firstCurrency(cells: Iterable<string>): string | null {
  for (const cell of cells) {
    const currency = amountOf(cell.trim())?.currency ?? null;
    if (currency !== null) return currency;
  }
  return null;
}

/** Amounts of one currency, and those without a sign of any. */
export function amountsOf(style: NumberStyle, currency: string | null): Convert {
  const number = numbersOf(style);
  const wanted = currency === null ? null : (currencyOf(currency) ?? currency);
  return (text) => {
    const amount = amountOf(text);
    if (!amount || (amount.currency !== null && amount.currency !== wanted)) return null;
    return number(amount.number);
  };
}

/** The number with as many digits behind the point as its type has; null: it has more, or too many before it. */
export function sized(plain: string, { precision, scale }: DecimalSize): string | null {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(withoutExponent(plain)) ?? [];
  const kept = withoutEnd(fraction, "0");
  const front = whole.replace(/^0+/, "");
  if (kept.length > scale || front.length > precision - scale) return null;
  return `${sign}${front || "0"}${scale > 0 ? `.${kept.padEnd(scale, "0")}` : ""}`;
}

/** Whole numbers of 64 bits, also if they are written with an exponent or with zeros behind the point. */
export function wholeNumber(plain: string): string | null {
  const whole = withoutExponent(plain).replace(/\.0*$/, "");
  return (cellKindOfText(whole) & (CELL.shortInt | CELL.longInt)) === 0 ? null : whole;
}
