/** All that portions have, in one list. */
export async function listed<T>(portions: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const portion of portions) all.push(...portion);
  return all;
}
