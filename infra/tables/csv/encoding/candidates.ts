/** An encoding that a file without a mark may be in. */
export type Candidate = {
  readonly encoding: string;
  /** Natural logarithm of how much rarer it is than the most usual one. */
  readonly rarity: number;
  /** Languages that are written in it, as their texts are. */
  readonly languages: readonly string[];
  /** Characters have several bytes: the first bytes of those for everyday ones. */
  readonly leads?: readonly (readonly [number, number])[];
};

const WESTERN = "de fr es pt it nl sv da nb fi is fo ca eu gl ga en lb sq";
const CENTRAL = "pl cs sk hu ro hr sl bs sr-Latn sq de";
const BALTIC = "lt lv et fi de";
const CYRILLIC = "ru uk be bg mk sr";

const of = (languages: string, encodings: Readonly<Record<string, number>>): Candidate[] =>
  Object.entries(encodings).map(([encoding, rarity]) => ({ encoding, rarity, languages: languages.split(" ") }));

/** Encodings that are detected. Of those that read a file alike, with the same score, the first is taken. */
export const CANDIDATES: readonly Candidate[] = [
  ...of(WESTERN, { "windows-1252": 1.5, "iso-8859-15": -2, cp850: -2.3, macintosh: -2.7, cp437: -2.5 }),
  ...of(CYRILLIC, { "windows-1251": -0.5, cp866: -1.5, "iso-8859-5": -2.5, maccyrillic: -3, cp855: -3 }),
  ...of("ru uk bg be", { "koi8-r": -1.5, "koi8-u": -2 }),
  ...of(CENTRAL, { "windows-1250": -1.5, "iso-8859-2": -2, cp852: -3, maccenteuro: -3.5 }),
  ...of("el", { "windows-1253": -1, "iso-8859-7": -2.2, cp737: -3, macgreek: -3.5, cp869: -3.5 }),
  ...of("tr az de", { "windows-1254": -1.5, "iso-8859-9": -2, cp857: -3, macturkish: -3.5 }),
  ...of("he", { "windows-1255": -1, "iso-8859-8": -2, cp862: -3 }),
  ...of("ar fa", { "windows-1256": -1, "iso-8859-6": -2, cp720: -4 }),
  ...of(BALTIC, { "windows-1257": -2.5, "iso-8859-13": -2.8, "iso-8859-4": -3, cp775: -3.5 }),
  ...of("vi", { "windows-1258": -1.3 }),
  ...of("th", { "windows-874": -1 }),
  ...of("ro", { "iso-8859-16": -4, macromania: -4.5 }),
  ...of("is fo da nb", { cp861: -3.5, maciceland: -4 }),
  ...of("da nb", { cp865: -3 }),
  ...of("pt", { cp860: -3.5 }),
  ...of("fr", { cp863: -3.5 }),
  ...of("hr sl bs", { maccroatian: -4 }),
  ...of("mt", { "iso-8859-3": -3.5 }),
  ...of("cy ga", { "iso-8859-14": -3.5 }),
  {
    ...{ encoding: "shift_jis", rarity: -0.5, languages: ["ja"] },
    leads: [
      [0x82, 0x83],
      [0x88, 0x97],
    ],
  },
  {
    ...{ encoding: "euc-jp", rarity: -1, languages: ["ja"] },
    leads: [
      [0xa4, 0xa5],
      [0xb0, 0xcf],
    ],
  },
  { encoding: "gb18030", rarity: -0.5, languages: ["zh"], leads: [[0xb0, 0xd7]] },
  { encoding: "big5", rarity: -0.7, languages: ["zh-Hant"], leads: [[0xa4, 0xc6]] },
  { encoding: "euc-kr", rarity: -0.7, languages: ["ko"], leads: [[0xb0, 0xc8]] },
];
