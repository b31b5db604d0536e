import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { conflict, Refusal } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  type ActDomain,
  isAsking,
  readActDomains,
  readIncidents,
} from '#features/health/server/acts/read-acts.ts'
import { isWrittenTo } from '#features/health/server/tell/readers.ts'
import { receiveDays } from '#features/replacement/rules/overlap.ts'
import type { Replacement } from '#features/replacement/rules/replace-request.ts'
import { sparesFor } from '../rules/spares.ts'
import { readPools, readySparesOf } from './read-pools.ts'
import { useSpares as exchangeForSpares } from './use-spares.ts'

interface SpareUsed extends Replacement {
  /** Whom it is for. */
  name: string
  publicUrl: string
}

/** A mail about a lost domain that was replaced without asking: what is left to its customer. */
const spareUsedMail = ({ originalDomain, newDomain, name, publicUrl }: SpareUsed) => ({
  subject: `${newDomain} has replaced ${originalDomain}`,
  text: [
    `Hello ${name},`,
    `${originalDomain} will not recover, so ${newDomain}, one of your spares, has taken its place, as you have set it under Health. There is nothing to pay.`,
    `To do: add the mailboxes of ${newDomain} to your campaigns, and take those of ${originalDomain} out. The spare begins with a quarter of its cold mail, more every few days.`,
    `Mail to ${originalDomain} arrives for ${receiveDays} days. It is in your reserve now: replace it there to have a spare again.`,
    `Your spares: ${publicUrl}/health`,
  ].join('\n\n'),
})

type Deps = Pick<Dependencies, 'db' | 'queue' | 'secrets' | 'outbox'> & {
  config: Pick<Dependencies['config'], 'publicUrl'>
}

/**
 * Has ready spares take the places of lost domains where their customer has that done without asking, one after the other.
 * Nothing is sent in the place of a lost domain, so no day's cap holds it back. Returns how many it replaced.
 */
export async function replaceLost(deps: Deps): Promise<number> {
  let replaced = 0
  for (const [customerId, lost] of Map.groupBy(await readLost(deps.db), (domain) => domain.customerId)) {
    const pools = await readPools(deps.db, customerId)
    const given = pools.flatMap((pool) => {
      const wanting = pool.sending.filter(
        ({ id, isLeaving }) => !isLeaving && lost.some(({ domainId }) => domainId === id),
      )
      return [...sparesFor(wanting, readySparesOf(pool)).keys()]
    })
    for (const name of given) if (await replaceUnasked(deps, customerId, name)) replaced++
  }
  return replaced
}

/** What is not to be done any more, or cannot be as long as something else stands in the way, is left to the next round. */
async function replaceUnasked(deps: Deps, customerId: string, name: string): Promise<boolean> {
  try {
    await exchangeForSpares(deps, customerId, [name], {
      async refuse(tx) {
        if (!(await readLost(tx, sql`d.name = ${name} and h.customer_id = ${customerId}`)).length)
          throw conflict(`${name} is not to be replaced any more.`)
      },
      tell: (tx, results) => tell(deps, tx, customerId, results),
    })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Lost domains that are to be replaced without asking: by the word of a source that is not doubted, where nothing newer is
 * still to be read. Whoever has returned or dismissed one has answered for it. By an index of the lost ones; without a
 * reserve there is nothing to look for.
 */
async function readLost(db: Db, where = sql`true`): Promise<ActDomain[]> {
  const lost = await readActDomains(
    db,
    sql`h.state = 'replace' and c.health_mode = 'enforce' and exists (
      select from bundles kept join orders r on r.id = kept.order_id and r.is_reserve
      where kept.customer_id = h.customer_id and kept.status = 'live') and ${where}`,
  )
  if (lost.length === 0) return []
  const incidents = await readIncidents(db)
  return lost.filter(
    (domain) =>
      !domain.isOutdated &&
      isAsking(domain, incidents) &&
      !(domain.act?.state === 'dismissed' || domain.act?.state === 'over'),
  )
}

async function tell(
  { outbox, config }: Deps,
  tx: Db,
  customerId: string,
  results: readonly Replacement[],
): Promise<void> {
  const [customer] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .where(and(eq(customers.id, customerId), isWrittenTo))
  if (!customer) return
  for (const replaced of results)
    await outbox.put(tx, {
      key: `spare-used:${replaced.originalDomain}:${replaced.newDomain}`,
      to: customer.email,
      ...spareUsedMail({ ...replaced, name: customer.name, publicUrl: config.publicUrl }),
    })
}
