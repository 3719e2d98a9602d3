/**
 * The first whole number from 1 for which `holds` is true, if it is true for every number after that; about 2 log n
 * calls.
 */
export async function firstNumber(holds: (number: number) => Promise<boolean>): Promise<number> {
  let high = 1;
  while (!(await holds(high))) high *= 2;
  let low = high === 1 ? 1 : high / 2 + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
