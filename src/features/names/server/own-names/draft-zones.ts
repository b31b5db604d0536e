import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, draftZones, keptRecords } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { runEach } from '#vendors/client/run-each.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'

export type DraftZone = typeof draftZones.$inferSelect
type ZoneDependencies = Pick<Dependencies, 'db' | 'vendors' | 'limits'>

/** What is not paid for by then is removed; the DNS host's own proof lasts as long. */
export const draftZoneHours = 48
/** Unpaid zones that one customer may have: as many as one call names. The others are made after payment. */
const zonesMax = domainsPerCallMax
/** How often a customer's names are put to the DNS host. */
const askRate = { perSecond: 120 / 3_600, burst: zonesMax }
/** The host checks by itself meanwhile; a name is put to it again after this. */
const againAfterMs = 60_000
/** A person waits for the answer: what is not begun by then is asked for by the next call. */
const patienceMs = 6_000
const atOnce = 4

/** What was asked for these names of a customer, by name. */
export async function draftZonesOf(
  { db }: Pick<ZoneDependencies, 'db'>,
  customerId: string,
  names: readonly string[],
): Promise<Map<string, DraftZone>> {
  const rows = await db
    .select()
    .from(draftZones)
    .where(and(eq(draftZones.customerId, customerId), inArray(draftZones.name, [...names])))
  return new Map(rows.map((row) => [row.name, row]))
}

/** Two calls of one customer at once see what each other's have written. */
export const lockCustomer = (tx: Db, customerId: string): Promise<unknown> =>
  tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customerId)).for('no key update')

/** Notes names whose zones are to be asked for, as far as there is room for the customer's. */
export async function noteDraftZones(
  { db }: Pick<ZoneDependencies, 'db'>,
  customerId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const room = zonesMax - (await tx.$count(draftZones, eq(draftZones.customerId, customerId)))
    const noted = names.slice(0, Math.max(0, room)).map((name) => ({ customerId, name }))
    if (noted.length > 0) await tx.insert(draftZones).values(noted).onConflictDoNothing()
  })
}

/** What the customer keeps of a name is there before it is paid for. What is refused is told once it is. */
async function publishKept(
  { db, vendors }: Pick<ZoneDependencies, 'db' | 'vendors'>,
  customerId: string,
  name: string,
  call: CallContext,
): Promise<void> {
  const [kept] = await db
    .select({ records: keptRecords.records })
    .from(keptRecords)
    .where(and(eq(keptRecords.customerId, customerId), eq(keptRecords.name, name)))
  if (!kept || kept.records.length === 0) return
  await vendors.zones.ensureRecords(name, kept.records, call).catch((error: unknown) => {
    if (!isVendorError(error, 'rejected')) throw error
  })
}

/** Asks the DNS host for the zones that are not there yet, and keeps what it wants to see first. */
export async function askForDraftZones(
  { db, vendors, limits }: ZoneDependencies,
  customerId: string,
  zones: readonly DraftZone[],
): Promise<void> {
  const due = zones.filter(
    ({ state, triedAt }) => state !== 'ready' && (!triedAt || Date.now() - triedAt.getTime() > againAfterMs),
  )
  const call: CallContext = { purpose: 'waiting', customerId }
  const until = performance.now() + patienceMs
  await runEach(due, atOnce, async ({ name, isMade }) => {
    if (performance.now() > until) return
    if (!(await limits.allow({ key: `draft-zone:${customerId}`, rate: askRate })).ok) return
    const row = and(eq(draftZones.customerId, customerId), eq(draftZones.name, name))
    const note = (change: Partial<DraftZone>) => db.update(draftZones).set(change).where(row)
    await db.update(draftZones).set({ triedAt: sql`now()` }).where(row)
    try {
      if (!isMade && (await vendors.zones.hasZone(name, call)))
        return await note({ state: 'ready', nameServers: [] })
      await note({ isMade: true })
      await vendors.zones.ensureZone(name, call)
      // Only into a zone that was made for it: another one is somebody’s.
      await publishKept({ db, vendors }, customerId, name, call)
      await note({ state: 'ready', nameServers: [] })
    } catch (error) {
      if (!isVendorError(error)) throw error
      // Whatever keeps it from being made now keeps nobody from continuing: it is asked for again.
      const nameServers = error.nameServers.filter((host) => host !== name)
      if (nameServers.length > 0) await note({ state: 'proof', nameServers, isMade: false })
    }
  })
}
