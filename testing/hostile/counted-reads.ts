/** A value whose reads are counted: `reads()` is how often a part of it, of any depth, was asked for a member. */
export function countedReads<T extends object>(value: T): { readonly value: T; readonly reads: () => number } {
  const proxies = new WeakMap<object, object>();
  let reads = 0;
  const counted = (target: object): object => {
    const known = proxies.get(target);
    if (known !== undefined) return known;
    const proxy = new Proxy(target, {
      get: (_, key) => {
        reads += 1;
        const member: unknown = Reflect.get(target, key);
        if (member instanceof Map) return countedMap(member);
        return isObject(member) ? counted(member) : member;
      },
      ownKeys: () => {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    });
    proxies.set(target, proxy);
    return proxy;
  };
  /** Methods of a Map do not work on a proxy. */
  const countedMap = (map: ReadonlyMap<unknown, unknown>): ReadonlyMap<unknown, unknown> => {
    reads += map.size;
    return new Map(Array.from(map, ([key, member]) => [key, isObject(member) ? counted(member) : member]));
  };
  return { value: counted(value) as T, reads: () => reads };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
