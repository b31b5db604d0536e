import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, integer, text, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Moments are always with their zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => moment().notNull().defaultNow()
/** When something last changed that a customer would call a change; a trigger notes it. */
export const changedAt = () => moment().notNull().defaultNow()

/**
 * Counts the changes of a row. A trigger raises it at every update, so that no one can forget to: the order
 * list's ETag is made of it.
 */
export const rev = () => integer().notNull().default(0)

/** A word out of a fixed list; the list is checked by the database as well (see `oneOf`). */
export const word = <const W extends string>(words: readonly W[]) =>
  text({ enum: words as unknown as [W, ...W[]] })

/** The check constraint behind a `word` column. */
export const oneOf = (name: string, column: AnyPgColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map((w) => `'${w}'`).join(', '))})`)
