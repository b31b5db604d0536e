import { eq, sql } from 'drizzle-orm'
import { domainHealth } from '#base/db/schema/index.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import type { ConnectedTool } from '#features/tools/rules/sending-tools.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { controlOf } from '#tests/server/sandbox-control.ts'
import { lookWorld } from '../../looks/testing/look-world.ts'

interface Watched {
  id: string
  name: string
}

/** Delivered domains of one customer in a world of their own, which are looked at by a clock that the test sets. */
export async function watchedDomains(wanted: {
  tool: ConnectedTool
  plan?: 'google'
  names: { azure?: string[]; google: string[] }
  mailboxesPerDomain: number
}) {
  const { world, deps, db, sandbox, begin, lookAtDueAfter } = await lookWorld()
  const person = await world.customer()
  const order = await createPaidOrder(deps, { customerId: person.id, ...wanted })
  const domains: Watched[] = order.domains.map(({ id, name }) => ({ id, name }))
  const [first] = domains
  if (!first) throw new Error('No domain was ordered.')

  const control = controlOf(sandbox)
  const addressesOf = async ({ id }: Watched): Promise<string[]> => {
    const { rows } = await db.execute<{ address: string }>(
      sql`select local_part || '@' || name as address from mailboxes where domain_id = ${id} order by 1`,
    )
    return rows.map(({ address }) => address)
  }
  /** As the operator's staff does what no call can. */
  const byHand = async (domain: Watched) => {
    if (wanted.tool === 'bison')
      await control('/_bison/upload', { key: `key-of-${person.id}`, mailboxes: await addressesOf(domain) })
    await answerWorkItems(deps, sandbox)
  }
  const reconcile = (domain: Watched) =>
    reconcileUntilDone(world, domain.name, { meanwhile: () => byHand(domain) })
  for (const domain of domains) await reconcile(domain)

  const healthOf = async ({ id }: Watched) => {
    const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
    if (!row) throw new Error('It is not watched.')
    return { ...row, of: (code: string) => row.signals.find((each) => each.code === code) }
  }

  return {
    deps,
    sandbox,
    begin,
    person,
    first,
    second: domains[1] ?? first,
    control,
    addressesOf,
    reconcile,
    healthOf,
    /** Looks at all of them so many milliseconds after the beginning. Returns what is known of the first then. */
    async lookAfter(ms: number) {
      await db.update(domainHealth).set({ dueAt: new Date(0) })
      await lookAtDueAfter(ms)
      return healthOf(first)
    },
    /** Nobody knows when they began to warm up. */
    forgetWarmUp: () => db.execute(sql`update mailbox_links set configured_at = null`),
  }
}
