import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { bundles, customers, domainNames, domains } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { anotherDomainFor } from '#features/orders/server/domain-trouble.ts'
import { replaceDomains } from '#features/replacement/server/replace-domains.ts'
import type { ConsoleDomainPage } from '../../api/console-domains.ts'

const notOffered =
  'Another name is chosen only for one that has stopped with an error, or that its owner has never sent here.'

/** Whether another name may be chosen for a domain, and whether its customer pays for it: as they are told themselves. */
export async function renameOptions(db: Db, domainId: string): Promise<ConsoleDomainPage['rename']> {
  const [row] = await db
    .select({ domain: domains, name: domainNames, bundle: bundles, suspendedAt: customers.suspendedAt })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(eq(domains.id, domainId))
  if (!row) return { refusal: notOffered, price: null }
  const fees = (await feesOf(db, [domainId])).filter(({ heldId }) => heldId === domainId)
  const { status, hold } = row.bundle
  const isServed = status === 'live' && hold === null && row.suspendedAt === null
  const price = anotherDomainFor({ domain: row.domain, name: row.name, fees, isServed })
  return { price, refusal: price ? null : notOffered }
}

/** Puts another name in a domain's place, as its customer would. Throws a `Refusal`. */
export async function renameDomain(
  deps: Dependencies,
  domainId: string,
  { name, isOwn }: { name: string; isOwn: boolean },
): Promise<{ message: string; paymentUrl: string | null }> {
  const [domain] = await deps.db.select().from(domains).where(eq(domains.id, domainId))
  if (!domain) throw notFound('There is no such domain.')
  const { refusal } = await renameOptions(deps.db, domainId)
  if (refusal) throw conflict(refusal)
  const request = [{ originalDomain: domain.name, newDomain: name, isUserAdded: isOwn }]
  const { checkoutUrl } = await replaceDomains(
    deps,
    domain.customerId,
    request,
    deps.config.publicUrl,
    'all',
    'operator',
  )
  return checkoutUrl
    ? { message: `${name} is held until its customer has paid for it.`, paymentUrl: checkoutUrl }
    : { message: `${name} is set up in the place of ${domain.name}.`, paymentUrl: null }
}
