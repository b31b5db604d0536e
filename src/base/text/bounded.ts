import * as z from 'zod/mini'

interface ListBounds {
  max: number
  tooMany?: string
  /** What a list without entries is told; without it one may be empty. */
  none?: string
}

/** Ends the parsing of what has too many entries before any of them is looked at. */
const countedFirst = (count: (value: unknown) => number, max: number, tooMany: string) =>
  z.transform((value: unknown, context) => {
    if (count(value) > max)
      context.issues.push({ code: 'custom', message: tooMany, input: undefined, continue: false })
    return value
  })

/** A list of at most so many entries; a longer one is refused unread. Texts in it need bounds of their own. */
export function boundedList<Item extends z.ZodMiniType>(
  item: Item,
  { max, tooMany = `Please send at most ${max} entries`, none }: ListBounds,
) {
  const list = z
    .array(item)
    .check(...(none === undefined ? [] : [z.minLength(1, none)]), z.maxLength(max, tooMany))
  const counted = countedFirst((value) => (Array.isArray(value) ? value.length : 0), max, tooMany)
  // For callers it is that list: what is sent has its type, and its document shows it.
  return z.pipe(counted, list) as unknown as typeof list
}

type AnyRecord = z.ZodMiniRecord<z.core.$ZodRecordKey, z.core.SomeType>

/** The same for the entries of a record. */
export function boundedRecord<Entries extends AnyRecord>(
  entries: Entries,
  { max, tooMany = `Please send at most ${max} entries` }: Omit<ListBounds, 'none'>,
) {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  const counted = countedFirst((value) => (isObject(value) ? Object.keys(value).length : 0), max, tooMany)
  return z.pipe(counted, entries) as unknown as Entries
}
