import type { Product } from "../../product.ts";
import type { Person } from "../../person.ts";
import type { Journal, Words } from "../journal.ts";

/** Tables that readers get with other rows than their owner was told, one sentence each. */
export async function rowFaults(
  product: Pick<Product, "call">,
  person: Person,
  { words }: Pick<Journal, "words">,
): Promise<readonly string[]> {
  const key = await person.key();
  const faults: string[] = [];
  for (const [id, wanted] of words) {
    const found = await wordsIn(product, key, id);
    if (typeof found === "string") {
      if (wanted.size > 0) faults.push(found);
      continue;
    }
    for (const word of new Set([...wanted.keys(), ...found.keys()])) {
      const [has, wants] = [found.get(word) ?? 0, wanted.get(word) ?? 0];
      if (has !== wants) faults.push(`The table of ${id} has "${word}" ${has} times, acknowledged were ${wants}`);
    }
  }
  return faults;
}

/** The words that the bearer of an API key gets of a table, or a sentence. */
export async function wordsIn(product: Pick<Product, "call">, key: string, id: string): Promise<Words | string> {
  const { status, text } = await product.call("GET", `/api/stream/data?table=${id}&columns=word&format=csv`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return status === 200 ? wordsOf(text) : `The table of ${id} is answered with ${status}: ${text.slice(0, 200)}`;
}

function wordsOf(csv: string): Words {
  const words: Words = new Map();
  for (const word of csv.trimEnd().split(/\r?\n/).slice(1)) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}
