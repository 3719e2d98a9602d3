/**
 * A time of ISO 8601 in UTC to the microsecond, as the log has the times of its events, so that the two compare as texts.
 * A day is its end; a time without a fraction is the end of its second, and one of milliseconds that of its millisecond,
 * because that is how times are shown.
 */
export function untilTime(text: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Number.isNaN(Date.parse(text)) ? null : `${text}T23:59:59.999999Z`;
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text);
  if (!found) return null;
  const [, day, minutes, seconds = "59", fraction = "", zone = "Z"] = found;
  const at = Date.parse(`${day}T${minutes}:${seconds}Z`);
  const offset = offsetOf(zone);
  if (Number.isNaN(at)) return null;
  return `${new Date(at - offset).toISOString().replace(/\.\d+Z$/, "")}.${fraction.padEnd(6, "9")}Z`;
}

function offsetOf(zone: string): number {
  if (zone === "Z") return 0;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)].map(Number);
  return (zone.startsWith("-") ? -1 : 1) * (hours! * 60 + minutes!) * 60_000;
}
