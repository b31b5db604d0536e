import { and, asc, eq, lt, ne, notExists, sql } from 'drizzle-orm'
import { domainNames, domains, draftZones } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { heldAmong, isHeld, isHeldUnpaid } from '#delivery/domains/held.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { type DraftZone, draftZoneHours } from './draft-zones.ts'

type SweepDependencies = Pick<Dependencies, 'db' | 'vendors' | 'log'>

const atATime = 50

/** Removes the zones of drafts that nobody paid for in time; what is being paid for just now is left until that is over. */
export async function sweepDraftZones(deps: SweepDependencies): Promise<void> {
  const { db, log } = deps
  const over = await db
    .select()
    .from(draftZones)
    .where(
      and(
        lt(draftZones.askedAt, sql`now() - make_interval(hours => ${draftZoneHours})`),
        notExists(
          db
            .select({ id: domains.id })
            .from(domains)
            .where(and(eq(domains.name, draftZones.name), isHeldUnpaid)),
        ),
      ),
    )
    .orderBy(asc(draftZones.askedAt))
    .limit(atATime)
  for (const zone of over) {
    try {
      await removeDraftZone(deps, zone)
    } catch (error) {
      if (!isVendorError(error)) throw error
      log.warn({ err: error, name: zone.name }, 'the zone of an unpaid draft could not be removed yet')
    }
  }
}

async function removeDraftZone({ db, vendors }: SweepDependencies, zone: DraftZone): Promise<void> {
  const { customerId, name, isMade } = zone
  if (isMade && !(await heldAmong(db, [name])).has(name) && !(await passOn(db, zone))) {
    await vendors.zones.dropZone(name, { purpose: 'looks' })
    // One that was paid for meanwhile looks for its zone again.
    await db
      .update(domainNames)
      .set({ recheckBefore: sql`now()`, nextRunAt: sql`now()` })
      .where(
        and(
          eq(domainNames.name, name),
          sql`exists (${db
            .select({ id: domains.id })
            .from(domains)
            .where(and(eq(domains.name, name), eq(domains.want, 'run'), isHeld))})`,
        ),
      )
  }
  await db.delete(draftZones).where(and(eq(draftZones.customerId, customerId), eq(draftZones.name, name)))
}

/** Another customer's younger draft has the same name: its zone is removed with that one. */
async function passOn(db: SweepDependencies['db'], { customerId, name }: DraftZone): Promise<boolean> {
  const others = await db
    .update(draftZones)
    .set({ isMade: true })
    .where(and(eq(draftZones.name, name), ne(draftZones.customerId, customerId)))
    .returning({ name: draftZones.name })
  return others.length > 0
}
