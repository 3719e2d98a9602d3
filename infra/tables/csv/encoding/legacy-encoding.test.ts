import iconv from "iconv-lite";
import { expect, test } from "vitest";
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
  expect(iconv.decode(bytes, legacyEncoding(bytes))).toBe(text);
});

test("UTF-8 with one broken byte stays UTF-8", () => {
  const good = Buffer.from("é".repeat(50));
  expect(legacyEncoding(Buffer.concat([good, Buffer.from([0xe9]), Buffer.from("\n")]))).toBe("utf-8");
});

test("marks and UTF-16 without one", () => {
  expect(byteOrderMark(Buffer.from("\ufeffa"))).toEqual({ encoding: "utf-8", bytes: 3 });
  expect(byteOrderMark(iconv.encode("a,b", "utf-16le", { addBOM: true }))).toEqual({ encoding: "utf-16le", bytes: 2 });
  expect(byteOrderMark(iconv.encode("a,b", "utf-16be", { addBOM: true }))).toEqual({ encoding: "utf-16be", bytes: 2 });
  expect(utf16WithoutMark(iconv.encode("a,b\n1,2\n", "utf-16le"))).toBe("utf-16le");
  expect(utf16WithoutMark(iconv.encode("a,b\n1,2\n", "utf-16be"))).toBe("utf-16be");
  expect(utf16WithoutMark(Buffer.from("a,b\n1,2\n"))).toBeNull();
});

test("only lines with bytes outside ASCII are kept", () => {
  const lines = new ForeignLines();
  lines.add(Buffer.from("plain\ncaf\xe9,1\nplain\nna\xefve\n", "latin1"));
  expect(lines.all().toString("latin1")).toBe("caf\xe9,1\nna\xefve\n");
});
