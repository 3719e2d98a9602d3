const WORDS = [
  "password",
  "passwort",
  "passw0rd",
  "motdepasse",
  "contrasena",
  "senha",
  "admin",
  "administrator",
  "root",
  "user",
  "guest",
  "login",
  "welcome",
  "willkommen",
  "bienvenue",
  "changeme",
  "secret",
  "letmein",
  "iloveyou",
  "qwerty",
  "qwertz",
  "azerty",
  "asdfgh",
  "asdfghjkl",
  "zxcvbn",
  "zxcvbnm",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "1q2w3e4r",
  "1q2w3e4r5t",
  "1qaz2wsx",
  "qazwsx",
  "q1w2e3r4",
  "zaq12wsx",
  "abcdef",
  "abcdefgh",
  "abc",
  "abcd",
  "monkey",
  "dragon",
  "football",
  "baseball",
  "basketball",
  "soccer",
  "superman",
  "batman",
  "starwars",
  "pokemon",
  "naruto",
  "princess",
  "sunshine",
  "shadow",
  "master",
  "trustno",
  "whatever",
  "freedom",
  "computer",
  "internet",
  "samsung",
  "google",
  "facebook",
  "liverpool",
  "chelsea",
  "arsenal",
  "michael",
  "jennifer",
  "michelle",
  "charlie",
  "jordan",
  "ashley",
  "daniel",
  "summer",
  "winter",
  "spring",
  "autumn",
  "sommer",
  "tributary",
  "test",
];
const COMMON = new Set(WORDS);
const LOOKALIKES: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};
const RUNS = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
];

/**
 * Whether a password is one that is guessed first: a well-known word (also in look-alike letters, or doubled) with only
 * digits and punctuation around it, a run along the keyboard or the digits, or one to three characters repeated.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  if (/^(.{1,3}?)\1+$/su.test(text) || RUNS.some((run) => text.length >= 6 && run.includes(text))) return true;
  const bare = /[^\W\d_](?:.*[^\W\d_])?/su.exec(text)?.[0] ?? "";
  const plain = text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign);
  const plainBare = (/^.*[^\W\d_]/su.exec(text)?.[0] ?? "").replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign);
  return /^[\d\W_]*$/u.test(text)
    ? isDate(text)
    : [text, bare, plain, plainBare].some((form) => COMMON.has(undoubled(form)));
}

function undoubled(text: string): string {
  const half = text.slice(0, Math.floor(text.length / 2));
  return half + half === text ? half : text;
}

/** Eight digits that may be a date of birth. */
function isDate(text: string): boolean {
  return /^(?:(?:19|20)\d\d[01]\d[0-3]\d|[0-3]\d[01]\d(?:19|20)\d\d|[01]\d[0-3]\d(?:19|20)\d\d)$/.test(text);
}
