/** The keys of a record that was written out in full: `Object.keys` knows them as text alone. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[]

/** The record with other values under the same keys. */
export const mapRecord = <K extends string, From, To>(
  record: Readonly<Record<K, From>>,
  make: (value: From, key: K) => To,
): Record<K, To> =>
  Object.fromEntries(keysOf(record).map((key) => [key, make(record[key], key)])) as Record<K, To>
