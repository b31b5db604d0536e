import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { domains } from '../db/schema/index.ts'
import { isHeldAs } from './held.ts'

/**
 * What was taken down with its bundle comes back with it, whether its name is still held or not: neither what was
 * replaced does, nor what its owner has taken.
 */
export const comesBack: SQL = sql`(${eq(domains.want, 'retire')} and ${isNull(domains.replacedAt)} and ${isNull(domains.takenAt)})`

/** Paid at the last moment, after its name was released: it is held again, unless another order has taken the name. */
export const releasedIfTaken: SQL = sql`case when exists (select from domains other where other.name = ${domains.name}
  and ${isHeldAs('other')} and other.id <> ${domains.id}) then now() end`
