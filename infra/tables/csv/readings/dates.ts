import { withoutEnd } from "#domain/core/text/text.ts";
import { CELL, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import type { Convert } from "./numbers.ts";

export type DateOrder = "day-first" | "month-first" | "year-first";

/** Two-digit years from here on are of the 20th century, those before of the 21st, as POSIX has it. */
const FIRST_OF_20TH = 69;

function dateOf(year: string, month: string, day: string): string | null {
  const century = Number(year) >= FIRST_OF_20TH ? "19" : "20";
  const iso = `${year.length === 2 ? century : ""}${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return cellKindOfText(iso) === CELL.date ? iso : null;
}

const PARTS = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const isYear = (part: string) => part.length === 4 || part.length === 2;

/** Dates of numbers in an order, with years of four or two digits. */
export function datesOf(order: DateOrder): Convert {
  return (text) => {
    if (order === "year-first") {
      const [, year = "", month = "", day = ""] = COMPACT.exec(text) ?? [];
      if (year !== "") return dateOf(year, month, day);
    }
    const [, first = "", , second = "", third = ""] = PARTS.exec(text) ?? [];
    if (first === "") return null;
    if (order === "year-first") return isYear(first) && third.length <= 2 ? dateOf(first, second, third) : null;
    if (first.length > 2 || !isYear(third)) return null;
    return order === "day-first" ? dateOf(third, second, first) : dateOf(third, first, second);
  };
}

const TIME =
  /^(.{6,12}?)(?:, ?|[ T])(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,6}))?)?(?: ?([AaPp])\.?[Mm]\.?| Uhr)?$/;

/** The same with a time of day. */
export function timesOf(order: DateOrder): Convert {
  const date = datesOf(order);
  return (text) => {
    const [, day = "", hour = "", minute = "", second = "00", fraction = "", half = ""] = TIME.exec(text) ?? [];
    const iso = day === "" ? null : date(day);
    const hours = half === "" ? Number(hour) : hourOfHalf(Number(hour), half.toLowerCase() === "p");
    if (iso === null || hours === null) return null;
    const time = `${String(hours).padStart(2, "0")}:${minute}:${second}${fraction === "" ? "" : `.${fraction}`}`;
    return cellKindOfText(`${iso}T${time}`) === CELL.timestamp ? `${iso}T${time}` : null;
  };
}

function hourOfHalf(hour: number, isAfternoon: boolean): number | null {
  return hour < 1 || hour > 12 ? null : (hour % 12) + (isAfternoon ? 12 : 0);
}

/**
 * Names of months without accents and points, by month: English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Danish, Norwegian, Swedish and Polish. A word that names two months in two languages is left out.
 */
const MONTHS = [
  "january jan januar janner jaenner janvier janv enero ene gennaio gen janeiro januari stycznia styczen sty",
  "february feb februar feber fevrier fevr febrero febbraio fevereiro fev februari lutego luty lut",
  "march mar marz maerz mrz mars marzo marco maart mrt marts marca marzec",
  "april apr avril avr abril abr aprile kwietnia kwiecien kwi",
  "may mai mayo maggio mag maio mei maj maja",
  "june jun juni juin junio giugno giu junho czerwca czerwiec cze",
  "july jul juli juillet juil julio luglio lug julho lipca lipiec lip",
  "august aug aout agosto ago augustus augusti sierpnia sierpien sie",
  "september sep sept septembre septiembre settembre set setembro wrzesnia wrzesien wrz",
  "october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz",
  "november nov novembre noviembre novembro listopada listopad lis",
  "december dec dezember dez decembre diciembre dic dicembre dezembro desember des grudnia grudzien gru",
] as const;
const MONTH_OF: ReadonlyMap<string, string> = new Map(
  MONTHS.flatMap((names, at) => names.split(" ").map((name) => [name, String(at + 1)] as const)),
);

const DAY_NAME_YEAR = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]?(?:de )?(\p{L}{3,12})\.?,?[ -]?(?:de[l]? )?(\d{4}|\d{2})$/u;
const NAME_DAY_YEAR = /^(\p{L}{3,12})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4}|\d{2})$/u;
const YEAR_NAME_DAY = /^(\d{4})[ -](\p{L}{3,12})\.?[ -](\d{1,2})$/u;

/** Dates with the name of their month. */
export const namedDate: Convert = (text) => {
  const letters = text.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const found =
    ordered(DAY_NAME_YEAR.exec(letters), 3, 2, 1) ??
    ordered(NAME_DAY_YEAR.exec(letters), 3, 1, 2) ??
    ordered(YEAR_NAME_DAY.exec(letters), 1, 2, 3);
  const month = found && MONTH_OF.get(found.name);
  return month === undefined || month === null ? null : dateOf(found?.year ?? "", month, found?.day ?? "");
};

function ordered(found: RegExpExecArray | null, year: number, name: number, day: number) {
  return found && { year: found[year] ?? "", name: found[name] ?? "", day: found[day] ?? "" };
}

const DAY_MS = 86_400_000;

/** Days of weeks in ISO 8601; a week without a day is its Monday. */
export const weekDate: Convert = (text) => {
  const [, year = "", week = "", day = "1"] = /^(\d{4})-?[Ww](\d{2})(?:-?([1-7]))?$/.exec(text) ?? [];
  if (year === "" || Number(week) < 1 || Number(year) < 1) return null;
  // The week with the fourth of January is the first one.
  const fourth = Date.parse(`${year}-01-04T00:00:00Z`);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (Number(week) - 1) * 7 * DAY_MS;
  // A week belongs to the year of its Thursday.
  if (new Date(monday + 3 * DAY_MS).getUTCFullYear() !== Number(year)) return null;
  const iso = new Date(monday + (Number(day) - 1) * DAY_MS).toISOString().slice(0, 10);
  return cellKindOfText(iso) === CELL.date ? iso : null;
};

const CLOCK = /^([-\u2212]?)(\d{1,7}):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?$/;
const ISO_DURATION =
  /^([-\u2212]?)P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,6}))?S)?)?$/;

/** Hours and minutes, or a duration of ISO 8601, as seconds. Months and years have no length. */
export const secondsOf: Convert = (text) => {
  const clock = CLOCK.exec(text);
  const [, sign = "", weeks, days, hours, minutes, seconds, fraction = ""] = clock
    ? [clock[0], clock[1], "0", "0", clock[2], clock[3], clock[4], clock[5]]
    : (ISO_DURATION.exec(text) ?? [null]);
  if (
    weeks === undefined &&
    days === undefined &&
    hours === undefined &&
    minutes === undefined &&
    seconds === undefined
  )
    return null;
  const total = ((Number(weeks ?? 0) * 7 + Number(days ?? 0)) * 24 + Number(hours ?? 0)) * 3600;
  const whole = total + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  const behind = withoutEnd(fraction, "0");
  return `${sign === "" ? "" : "-"}${whole}${behind === "" ? "" : `.${behind}`}`;
};
