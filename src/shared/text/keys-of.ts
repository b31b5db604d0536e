/** The keys of a table that is written out in the code, and so has no others than its type says. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[]

/** The same keys with other values. */
export const mapValues = <K extends string, V, W>(
  table: Readonly<Record<K, V>>,
  of: (value: V, key: K) => W,
): Record<K, W> => {
  const mapped = keysOf(table).map((key) => [key, of(table[key], key)])
  return Object.fromEntries(mapped)
}
