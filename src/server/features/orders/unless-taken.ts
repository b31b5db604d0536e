import { sql } from 'drizzle-orm'
import { domains } from '../../db/schema/index.ts'

/** Paid at the last moment, after its names were given free: those that nobody has taken since come back. */
export const unlessTaken = sql`case when exists (select from domains other where other.name = ${domains.name}
  and other.released_at is null and other.id <> ${domains.id}) then now() end`
