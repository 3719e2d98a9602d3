import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { FILE_ENCODINGS } from "#domain/dataset/load-settings.ts";
import { LOCAL_NAMES } from "#testing/files/local-names.ts";
import { CANDIDATES } from "./candidates.ts";
import { ForeignLines } from "./foreign-lines.ts";
import { legacyEncoding } from "./legacy-encoding.ts";
import { byteOrderMark, utf16WithoutMark } from "./unicode-encoding.ts";

test.each([
  ["macintosh", "name,ville\nJosé,Besançon\nHélène,Orléans\nFrançois,Nîmes"],
  ["windows-1252", "name;preis\nMüller;5 €\nGröße;7 €"],
  ["windows-1252", "München"],
  ["windows-1252", "a,b\n1,©"],
  ["windows-1252", "part,sign\nA,®\nB,½"],
  ["windows-1252", "It’s “quoted” – twice"],
  ["big5", "姓名,城市\n王小明,台北\n李大華,高雄\n陳美麗,臺中"],
  ["shift_jis", "名前,年齢\n山田,30\n佐藤,28\n鈴木,32"],
  ["windows-1251", "имя,город\nИван,Москва\nПётр,Санкт-Петербург"],
  ["koi8-r", "имя,город\nИван,Москва\nПётр,Санкт-Петербург"],
  ["euc-kr", "이름,도시\n김철수,서울\n이영희,부산"],
  ["gb18030", "姓名,城市\n王小明,北京\n李大华,上海"],
  ["windows-1250", "imię,miasto\nŁukasz,Łódź\nJózef,Gdańsk\nŚwiętosław,Żary"],
])("%s is told by how its reading looks: %j", (encoding, text) => {
  const bytes = iconv.encode(text, encoding);
  expect(iconv.decode(bytes, legacyEncoding(bytes).encoding)).toBe(text);
});

/** Rows with names of a language, the same for the same seed. */
function fileOf(names: readonly string[], rows: number, seed: number): string {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31);
  return Array.from(
    { length: rows },
    (_, at) => `${at};${names[(next() >> 8) % names.length]};${next() % 100}\r\n`,
  ).join("");
}

const ROWS = [3, 20];
/** Share of files read right, by rows; and that are told to be uncertain among those that are not. */
const LEAST_RIGHT = [0.9, 0.99];

test("names of each language are read in each encoding that it is written in, or the doubt is told", () => {
  const right = ROWS.map(() => 0);
  let all = 0;
  const silent: string[] = [];
  for (const { encoding, languages } of CANDIDATES)
    for (const language of languages) {
      const names = (LOCAL_NAMES[language] ?? []).filter(
        (name) => iconv.decode(iconv.encode(name, encoding), encoding) === name,
      );
      if (names.length < 11) continue;
      all += 1;
      ROWS.forEach((rows, at) => {
        const text = fileOf(names, rows, all);
        const bytes = iconv.encode(text, encoding);
        const found = legacyEncoding(bytes);
        const isRight = iconv.decode(bytes, found.encoding) === text;
        if (isRight) right[at] = (right[at] ?? 0) + 1;
        else if (found.rival === null) silent.push(`${language} in ${encoding}, ${rows} rows: ${found.encoding}`);
      });
    }
  expect(all).toBeGreaterThan(100);
  right.forEach((count, at) => expect([ROWS[at], count / all >= (LEAST_RIGHT[at] ?? 1)]).toEqual([ROWS[at], true]));
  expect(silent.length, silent.join("\n")).toBeLessThan(all / 50);
});

test("names that several encodings have are read in the most usual one", () => {
  const german = iconv.encode("name;city\nMüller;Köln\nJürgen Groß;Düsseldorf\nSchäfer;Öhringen\n", "iso-8859-2");
  expect(legacyEncoding(german)).toMatchObject({ encoding: "windows-1252" });
  const dos = iconv.encode("name\nJürgen Groß\nÄnne Müller\nÜbergasse\n", "cp852");
  expect(legacyEncoding(dos)).toMatchObject({ encoding: "cp850" });
});

test("an encoding in doubt has another one beside it, with the letters that differ", () => {
  const { encoding, rival } = legacyEncoding(iconv.encode("name\nMagalhães\n", "windows-1252"));
  const letters = { "windows-1252": "ã", "windows-1258": "ă" } as const;
  expect(new Set([encoding, rival?.encoding])).toEqual(new Set(Object.keys(letters)));
  const [read, instead] = [encoding, rival?.encoding].map((name) => letters[name as keyof typeof letters]);
  expect(rival?.letters).toEqual([{ read, instead }]);
});

test("every encoding that is detected can be chosen, and all of those can be read", () => {
  const known: readonly string[] = FILE_ENCODINGS;
  for (const { encoding } of CANDIDATES) expect(known).toContain(encoding);
  for (const encoding of FILE_ENCODINGS) expect([encoding, iconv.encodingExists(encoding)]).toEqual([encoding, true]);
});

test("many different lines are looked at in bounded time", () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `Stra\xdfe ${at};M\xfcller ${at * 7}`).join("\n");
  expect(legacyEncoding(Buffer.from(lines, "latin1")).encoding).toBe("windows-1252");
});

test("UTF-8 with one broken byte stays UTF-8", () => {
  const good = Buffer.from("é".repeat(50));
  expect(legacyEncoding(Buffer.concat([good, Buffer.from([0xe9]), Buffer.from("\n")])).encoding).toBe("utf-8");
});

test("marks and UTF-16 without one", () => {
  expect(byteOrderMark(Buffer.from("\ufeffa"))).toEqual({ encoding: "utf-8", bytes: 3 });
  expect(byteOrderMark(iconv.encode("a,b", "utf-16le", { addBOM: true }))).toEqual({ encoding: "utf-16le", bytes: 2 });
  expect(byteOrderMark(iconv.encode("a,b", "utf-16be", { addBOM: true }))).toEqual({ encoding: "utf-16be", bytes: 2 });
  expect(utf16WithoutMark(iconv.encode("a,b\n1,2\n", "utf-16le"))).toBe("utf-16le");
  expect(utf16WithoutMark(iconv.encode("a,b\n1,2\n", "utf-16be"))).toBe("utf-16be");
  expect(utf16WithoutMark(iconv.encode("имя,город\nИван,Москва\n", "utf-16le"))).toBe("utf-16le");
  expect(utf16WithoutMark(iconv.encode("名前,都市\n山田,東京\n", "utf-16be"))).toBe("utf-16be");
  expect(utf16WithoutMark(Buffer.from("a,b\n1,2\n"))).toBeNull();
  expect(utf16WithoutMark(Buffer.from("a,b\n\0,\0\n\0\n\0\0"))).toBeNull();
});

test("only lines with bytes outside ASCII are kept", () => {
  const lines = new ForeignLines();
  lines.add(Buffer.from("plain\ncaf\xe9,1\nplain\nna\xefve\n", "latin1"));
  expect(lines.all().toString("latin1")).toBe("caf\xe9,1\nna\xefve\n");
});
