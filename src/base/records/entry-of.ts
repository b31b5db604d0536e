/** What a table has under a key that came as data, and may be no key of it. */
export const entryOf = <V>(table: Readonly<Record<string, V>>, key: unknown): V | undefined =>
  typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined
