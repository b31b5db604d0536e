import { and, gt, inArray, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { domainNames, vendorLimits } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type VendorId, vendorNames } from '#vendors/client/vendor-error.ts'

/** So many names are tried at once; the others follow as they would have. */
const wokenMost = 500

/** Makes calls to a vendor again before the time that it asked us to wait until. */
export const freeVendor = ({ db }: Pick<Dependencies, 'db'>, vendor: VendorId): Promise<string> =>
  db.transaction(async (tx) => {
    const freed = await tx
      .update(vendorLimits)
      .set({ blockedUntil: 0, doubted: null })
      .where(
        and(
          sql`starts_with(${vendorLimits.key}, ${`${vendor}:`})`,
          gt(vendorLimits.blockedUntil, sql`extract(epoch from clock_timestamp())`),
        ),
      )
      .returning({ key: vendorLimits.key })
    const waiting = tx
      .select({ name: domainNames.name })
      .from(domainNames)
      .where(
        and(
          sql`${domainNames.problem} ->> 'vendor' = ${vendor}`,
          sql`${domainNames.problem} ->> 'isOverLimit' = 'true'`,
          gt(domainNames.nextRunAt, sql`now()`),
        ),
      )
      .orderBy(domainNames.name)
      .limit(wokenMost)
      .for('update', { skipLocked: true })
    await tx.update(domainNames).set({ nextRunAt: sql`now()` }).where(inArray(domainNames.name, waiting))
    await audit(tx, {
      actor: 'operator',
      action: 'vendor.freed',
      subject: vendor,
      data: { limits: freed.length },
    })
    return freed.length === 0
      ? `No limit of ${vendorNames[vendor]} is blocked.`
      : `Calls to ${vendorNames[vendor]} are made again.`
  })
