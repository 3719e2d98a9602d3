/**
 * The sandbox's rows: an invented river basin, computed by formula. Every row is the same each time and on every
 * machine, so that features and documentation can name values.
 */

const STATION_COUNT = 48;
const DAYS = 60;
const SANDBOX_START = "2025-01-01";

export type Station = {
  id: string;
  name: string;
  reach: string;
  latitude: number;
  longitude: number;
  elevation_m: number;
  active: boolean;
  opened: string;
};

const REACHES = ["upper", "middle", "lower", "delta"];

export const stations: readonly Station[] = Array.from({ length: STATION_COUNT }, (_, i) => ({
  id: stationId(i),
  name: `Gauge ${i + 1}`,
  reach: REACHES[Math.floor((i * REACHES.length) / STATION_COUNT)] ?? "upper",
  latitude: round(48 - i * 0.031 + wave(i, 5) * 0.02, 4),
  longitude: round(7 + i * 0.043 + wave(i, 7) * 0.02, 4),
  elevation_m: Math.round(920 - i * 18 + wave(i, 3) * 6),
  active: i % 11 !== 10,
  opened: dateAt(-365 * (10 + (i % 23))),
}));

export type Measurement = {
  id: number;
  station_id: string;
  date: string;
  level_m: number;
  flow_m3s: number;
  temperature_c: number | null;
};

/** One per day and station, ordered by day and station. */
export const measurements: readonly Measurement[] = eachDay((day, station) => ({
  id: day * STATION_COUNT + station + 1,
  station_id: stationId(station),
  date: dateAt(day),
  level_m: round(1.8 + station * 0.05 + wave(day + station, 14) * 0.7, 2),
  flow_m3s: round(12 + station * 3.4 + wave(day + station, 14) * 8, 1),
  temperature_c: (day + station) % 17 === 0 ? null : round(6 + wave(day, 60) * 4 + station * 0.03, 1),
}));

export type Rainfall = { station_id: string; date: string; millimetres: number };
export const rainfall: readonly Rainfall[] = eachDay((day, station) => ({
  station_id: stationId(station),
  date: dateAt(day),
  millimetres: round(Math.max(0, wave(day * 3 + station, 9) * 11), 1),
})).slice(0, 720);

export type Soil = { station_id: string; depth_cm: number; moisture_percent: number };
export const soil: readonly Soil[] = Array.from({ length: 120 }, (_, i) => ({
  station_id: stationId(i % STATION_COUNT),
  depth_cm: [5, 20, 60][i % 3] ?? 5,
  moisture_percent: round(24 + wave(i, 11) * 9, 1),
}));

export type Alert = {
  id: string;
  station_id: string;
  raised_at: string;
  severity: "low" | "medium" | "high";
  message: string;
};
export const alerts: readonly Alert[] = Array.from({ length: 65 }, (_, i) => ({
  id: `AL-${String(i + 1).padStart(4, "0")}`,
  station_id: stationId((i * 7) % STATION_COUNT),
  raised_at: `${dateAt(i % DAYS)}T${String((i * 5) % 24).padStart(2, "0")}:30:00Z`,
  severity: (["low", "medium", "high"] as const)[i % 3] ?? "low",
  message: `Level above mark ${1 + (i % 4)}`,
}));

/** Text, not an object: its big integers have no exact JavaScript number. */
export const nestedJson = `{
  "meta": { "generated": "${SANDBOX_START}T00:00:00Z", "source": { "name": "sandbox", "version": 1 } },
  "items": [
    { "id": 9007199254740993, "station": { "id": "ST-001", "position": { "lat": 48.0, "lon": 7.0 } }, "tags": ["river", "upper"], "value": 1, "code": "007" },
    { "id": 9007199254740995, "station": { "id": "ST-002", "position": { "lat": 47.97, "lon": 7.04 } }, "tags": [], "value": 2.5, "code": "008" },
    { "id": 12345678901234567890, "station": { "id": "ST-003", "position": null }, "tags": [{ "name": "delta", "rank": 3 }], "value": "n/a", "code": null },
    { "id": 4, "station": null, "value": true, "extra": { "note": "grüße, \\"quoted\\"\\nand a second line" } }
  ]
}`;

function stationId(index: number): string {
  return `ST-${String(index + 1).padStart(3, "0")}`;
}

function eachDay<T>(row: (day: number, station: number) => T): readonly T[] {
  return Array.from({ length: DAYS * STATION_COUNT }, (_, i) => row(Math.floor(i / STATION_COUNT), i % STATION_COUNT));
}

function dateAt(day: number): string {
  return new Date(Date.parse(SANDBOX_START) + day * 86_400_000).toISOString().slice(0, 10);
}

/** A triangle wave in −1…1: unlike a sine it is the same to the last digit everywhere. */
function wave(x: number, period: number): number {
  const phase = (x % period) / period;
  return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
