import { and, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domainNames, domains, settings } from '#base/db/schema/index.ts'
import { isHeld } from '../domains/held.ts'
import type { StepContext } from './step-context.ts'

const settingKey = 'retiring_paused'
const pausedMs = 5 * 60_000

/** Since when nothing is taken down, and why; undefined while all continues. */
export async function readPause(db: Db): Promise<{ since: Date; reason: string } | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, settingKey))
  return row && { since: row.at, reason: (row.value as { reason: string }).reason }
}

/** Stops every tear-down, those that have begun included: before the next step of each. */
export async function pauseRetiring(db: Db, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(settings)
      .values({ key: settingKey, value: { reason } })
      .onConflictDoUpdate({ target: settings.key, set: { value: { reason } } })
    await audit(tx, { actor: 'operator', action: 'retiring.paused', data: { reason } })
  })
}

/** Lets tear-downs go on at once. Returns how many names that are. */
export async function resumeRetiring(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.delete(settings).where(eq(settings.key, settingKey))
    await audit(tx, { actor: 'operator', action: 'retiring.resumed' })
    const retiring = tx
      .select({ name: domains.name })
      .from(domains)
      .where(and(eq(domains.want, 'retire'), isHeld))
    const woken = await tx
      .update(domainNames)
      .set({ nextRunAt: sql`least(${domainNames.nextRunAt}, now())` })
      .where(sql`${domainNames.name} in ${retiring}`)
      .returning({ name: domainNames.name })
    return woken.length
  })
}

/**
 * Milliseconds that a name has to wait before anything of it is taken down; undefined when it may go on. A pause
 * holds every name. So many may begin in an hour; the operator is told when more want to, once a day. A name that was
 * replaced before it was delivered is not counted: nobody loses anything by it, and others are not to wait for it.
 */
export async function retireWaitMs(context: StepContext): Promise<number | undefined> {
  const { db, limits, holding, facts, save, at, lease, alert, name } = context
  const { retirePerHour } = context.config
  if (await readPause(db)) return pausedMs
  if (facts.retiring || (holding.replacedAt && !holding.deliveredAt)) return undefined
  const place = await limits.allow({
    key: 'retire',
    rate: { perSecond: retirePerHour / 3600, burst: retirePerHour },
  })
  if (place.ok) {
    await save({ retiring: { at: at() } })
    return undefined
  }
  await lease.write((tx) =>
    alert(tx, {
      key: `retire-cap:${at().slice(0, 10)}`,
      subject: 'Many domains are being taken down',
      text: `More than ${retirePerHour} domains are to be taken down within an hour; ${name} and others wait. If this is not meant, stop it with: npm run operator -- pause`,
    }),
  )
  return place.retryAfterMs
}
