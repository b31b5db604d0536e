import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { ConnectedTool } from '#shared/tools/sending-tools.ts'
import { setListed } from '../../../sandbox/dns/blocklists.ts'
import { customers, domainHealth } from '../../db/schema/index.ts'
import type { Reservation } from '../../providers/vendor-limits.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { unheardAfterSeconds } from '../../queue/queue.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { actsEveryMs } from '../../worker.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { actOnDecisions } from './act-on-decisions.ts'
import { restingDomains } from './testing/resting-domains.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { served, limitsOf, actOf } = restingDomains(world)
const minute = 60_000
const begin = Date.now()
const most = 120
/** What an order of the largest plan has on one domain. */
const mailboxes = 52

/** Every call that counts against a vendor's limit, as it is booked. */
const booked: Reservation[] = []
const { reserve } = deps.limits
vi.spyOn(deps.limits, 'reserve').mockImplementation((reservation) => {
  booked.push(reservation)
  return reserve(reservation)
})
/** Seconds that these take one after the other, where each limit had been used up before. */
const secondsOf = (calls: readonly Reservation[]): number =>
  calls.reduce((sum, { rate, cost = 1 }) => sum + cost / rate.perSecond, 0)

/** Looks at one domain, and tells how many calls were booked before a list had its last word. */
async function lookAt(domainId: string, at: number): Promise<number> {
  let before = 0
  const { blocklists } = deps.vendors
  const vendors = {
    ...deps.vendors,
    blocklists: {
      ...blocklists,
      async ask(...of: Parameters<typeof blocklists.ask>) {
        const said = await blocklists.ask(...of)
        before = booked.length
        return said
      },
    },
  }
  await db.update(domainHealth).set({ dueAt: null })
  await db.update(domainHealth).set({ dueAt: sql`now()` }).where(eq(domainHealth.domainId, domainId))
  await lookAtDue({ ...deps, vendors, log: pino({ level: 'silent' }) }, { clock: () => at })
  return before
}

test.each(['instantly', 'smartlead', 'bison'] satisfies ConnectedTool[])(
  'from the second answer of a list to the rest that %s confirms are two minutes at most, at its own pace',
  async (tool) => {
    const domain = await served(tool, undefined, mailboxes)
    await db.update(customers).set({ healthMode: 'enforce' }).where(eq(customers.id, domain.person.id))
    await lookAt(domain.id, begin)
    setListed(sandbox.world, 'dbl', domain.name, '127.0.1.2')
    await lookAt(domain.id, begin + 331 * minute)
    await actOnDecisions(deps)
    expect(await actOf(domain)).toBeUndefined()

    // Tool and host are due to be asked again with this look: before the lists are.
    const answered = await lookAt(domain.id, begin + 361 * minute)
    expect(booked.slice(answered)).toEqual([])
    await actOnDecisions(deps)
    await reconcileUntilDone(world, domain.name)
    expect(await actOf(domain)).toMatchObject({
      state: 'resting',
      by: 'system',
      confirmedAt: expect.any(Date),
    })
    expect(limitsOf(tool, domain)).toEqual(Array(mailboxes).fill(0))
    const atTool = secondsOf(booked.slice(answered))
    expect(atTool).toBeGreaterThan(0)
    expect(actsEveryMs / 1_000 + unheardAfterSeconds + atTool).toBeLessThanOrEqual(most)
  },
)
