/** The keys of a record that was written out in full: `Object.keys` knows them as text alone. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[]

/** A record with a value for each of these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>

/** The record with other values under the same keys. */
export const mapRecord = <K extends string, From, To>(
  record: Readonly<Record<K, From>>,
  make: (value: From, key: K) => To,
): Record<K, To> => recordOf(keysOf(record), (key) => make(record[key], key))
