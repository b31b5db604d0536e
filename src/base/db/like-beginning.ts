import { type Column, like, type SQL } from 'drizzle-orm'

/** A text in a column begins with what was typed, in which nothing stands for anything else. */
export const beginsWith = (column: Column, typed: string): SQL =>
  like(column, `${typed.replace(/[\\%_]/g, String.raw`\$&`)}%`)
