import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { domainHealth, domains, healthDays, healthDecisions, healthLooks } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lookAtDue } from '#features/health/server/looks/look-round.ts'
import type { SandboxControl } from './sandbox-control.ts'

const hour = 3_600_000
const day = 24 * hour
/** Looks that the demo has behind it when somebody first opens it. */
const daysBefore = 12

/** What has become of some of the demo customer's domains. */
const listed = { 'brightlarkhq.com': 'dbl', 'hiferncastle.com': 'surbl' } as const
const listedAs = { dbl: '127.0.1.2', surbl: '127.0.0.64' } as const
const stopped = { 'usemosswick.net': ['client hold'], 'mosswickteam.org': ['redemption period'] } as const
/** What each mailbox of these does every day, by its sending tool. */
const counted = ['getbrightlark.com', 'brightlarkhq.com']
const everyDay = { sent: 4, bounced: 0, warmupSent: 5, landed: 5 }
const burnt = [...Object.keys(listed), ...Object.keys(stopped)]

/**
 * Burns a few of the demo customer's domains at the sandbox, and looks at all of them as if some days had gone by: their
 * time alone is made up, what is seen is asked of the sandbox. Returns whether that is done; the domains may not be there yet.
 */
export async function burnSome(
  deps: Dependencies,
  { post }: Pick<SandboxControl, 'post'>,
  customerId: string,
): Promise<boolean> {
  const { db } = deps
  const delivered = await db.$count(
    domains,
    and(eq(domains.customerId, customerId), inArray(domains.name, burnt), isNotNull(domains.deliveredAt)),
  )
  if (delivered < burnt.length) return false
  await forgetLooks(deps, customerId)
  await warmedLongAgo(deps, customerId)
  const now = Date.now()
  const lookAt = async (at: number) => {
    await db
      .update(domainHealth)
      .set({ dueAt: sql`now()` })
      .where(and(eq(domainHealth.customerId, customerId), isNotNull(domainHealth.dueAt)))
    await lookAtDue(deps, { clock: () => at, customerId })
  }
  for (const domain of counted) await post('/_instantly/counts', { domain, ...everyDay })
  for (let ago = daysBefore; ago > 2; ago--) await lookAt(now - ago * day)
  for (const [name, list] of Object.entries(listed))
    await post('/_dns/listed', { list, name, address: listedAs[list] })
  for (const [name, status] of Object.entries(stopped)) await post('/_rdap/stopped', { name, status })
  for (const ago of [2 * day, 2 * day - hour, day, 0]) await lookAt(now - ago)
  return true
}

/** The demo's domains have sent for a while. */
const warmedLongAgo = ({ db }: Dependencies, customerId: string) =>
  db.execute(sql`
    update mailbox_links l set configured_at = now() - interval '40 days' from mailboxes m
    where m.id = l.mailbox_id and m.customer_id = ${customerId} and l.configured_at is not null`)

async function forgetLooks({ db }: Dependencies, customerId: string): Promise<void> {
  const theirs = db.select({ id: domains.id }).from(domains).where(eq(domains.customerId, customerId))
  for (const table of [healthLooks, healthDecisions, healthDays])
    await db.delete(table).where(inArray(table.domainId, theirs))
  await db
    .update(domainHealth)
    .set({ memory: null, signals: [], notes: {}, bad: {}, cause: null, share: 0 })
    .where(eq(domainHealth.customerId, customerId))
}
