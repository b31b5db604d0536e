import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { isHeldAs } from './held.ts'
import { isUnder, namesAboveOf } from './nested-names.ts'

/**
 * What was taken down with its bundle comes back with it, whether its name is still held or not: neither what was
 * replaced does, nor what its owner has taken.
 */
export const comesBack: SQL = sql`(${eq(domains.want, 'retire')} and ${isNull(domains.replacedAt)} and ${isNull(domains.takenAt)})`

/**
 * Paid at the last moment, after its name was released: it is held again, unless another order has taken the name, or
 * one that is paid for has a part of it, or what it is a part of. An earlier statement of the transaction has taken the
 * names' lock (`lockingNestedNames`): this one sees what was written while it was waited for.
 */
export const releasedIfTaken: SQL = sql`case when exists (select from domains other where ${isHeldAs('other')}
  and other.id <> ${domains.id} and (other.name = ${domains.name}
    or other.want <> 'hold' and other.bundle_id <> ${domains.bundleId}
      and (other.name = any(${namesAboveOf(domains.name)}) or ${isUnder(sql`other.name`, sql`${domains.name}`)}))) then now() end`
