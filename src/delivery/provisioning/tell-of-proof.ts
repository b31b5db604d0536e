import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers, domainNames, domains, orders } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import type { VendorError } from '#vendors/client/vendor-error.ts'
import { isRunning } from '../domains/running.ts'
import type { Holding } from './desired.ts'
import { type Facts, factsOf } from './facts.ts'
import type { Lease } from './lease.ts'
import type { ProvisioningDependencies } from './step-context.ts'

/** Whatever keeps one of an order's domains from being asked for, the others are told of after this. */
const patienceMs = 30 * 60_000

/** Name servers that show whose the name is; a sentence about it may name the name itself. */
export const proofOf = ({ nameServers }: VendorError, { name }: Lease): string[] =>
  nameServers.filter((host) => host !== name)

/**
 * Only its owner can continue with a name whose ownership the DNS host wants to see: one mail tells of all those of an
 * order, once each of its names was asked for, and one a day where their name servers have run out. A name that is asked
 * about after the order's mail has one of its own. Returns the fact that it was told of, where that is new.
 */
export async function tellOfProof(
  { config, outbox }: Pick<ProvisioningDependencies, 'config' | 'outbox'>,
  tx: Db,
  lease: Lease,
  {
    holding,
    facts,
    error,
    isFirst,
  }: {
    holding: Holding
    facts: Facts
    error: VendorError
    /** It was not asked about before this run. */
    isFirst: boolean
  },
): Promise<Facts['proofTold']> {
  const nameServers = proofOf(error, lease)
  const { domainId, orderId, customerId } = holding
  const told = facts.proofTold?.domainId === domainId ? facts.proofTold : undefined
  if (nameServers.length === 0 || told?.nameServers.join() === nameServers.join()) return undefined
  const isAgain = told !== undefined

  const waiting = holding.replacesId ? [] : await othersOfOrder(tx, holding)
  const now = lease.now()
  if (!isAgain && waiting.some((each) => !each.isAsked && each.isEarly(now))) return undefined
  const isLate = !isAgain && isFirst && waiting.some((each) => each.isTold)
  const rows = [
    { name: lease.name, nameServers },
    ...waiting.flatMap((each) =>
      each.nameServers && !isLate ? [{ name: each.name, nameServers: each.nameServers }] : [],
    ),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))

  const [customer] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .where(eq(customers.id, customerId))
  const about = holding.replacesId || isLate ? domainId : orderId
  if (customer)
    await outbox.put(tx, {
      key: `ownership:${about}${isAgain ? now.toISOString().slice(0, 10) : ''}`,
      to: customer.email,
      ...(isAgain ? expiredMail(customer.name, rows, config) : firstMail(customer.name, rows, config)),
    })
  return { at: now.toISOString(), domainId, nameServers }
}

/** The other own domains of the order that are to run, and how far each is. */
async function othersOfOrder(tx: Db, { orderId, domainId }: Holding) {
  const rows = await tx
    .select({
      id: domains.id,
      name: domains.name,
      startedAt: domains.setupStartedAt,
      facts: domainNames.facts,
      problem: domainNames.problem,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(orders.id, orderId), eq(domains.source, 'own'), isRunning))
    .orderBy(asc(domains.name))
  return rows
    .filter(({ id }) => id !== domainId)
    .map(({ id, name, startedAt, facts, problem }) => {
      const hasZone = factsOf({ facts }).zone !== undefined
      return {
        name,
        nameServers: hasZone ? undefined : problem?.nameServers,
        isTold: factsOf({ facts }).proofTold?.domainId === id,
        isAsked: hasZone || problem?.nameServers !== undefined,
        isEarly: (now: Date) => !startedAt || now.getTime() - startedAt.getTime() < patienceMs,
      }
    })
}

interface Row {
  name: string
  nameServers: readonly string[]
}
type Linked = Pick<ProvisioningDependencies['config'], 'publicUrl'>

const theyAre = (rows: readonly Row[]) => (rows.length === 1 ? 'it is' : 'they are')

function firstMail(customer: string, rows: readonly Row[], { publicUrl }: Linked) {
  const width = Math.max(...rows.map(({ name }) => name.length), 'Domain'.length)
  const table = [{ name: 'Domain', nameServers: ['Name servers to add'] }, ...rows].flatMap(
    ({ name, nameServers }) =>
      nameServers.map((host, at) => `  ${(at === 0 ? name : '').padEnd(width)}  ${host}`),
  )
  return {
    subject: `Action needed: add name servers to ${countOf(rows.length, 'domain')}`,
    text: [
      `Hello ${customer},`,
      `our DNS provider needs to see that ${theyAre(rows)} yours before we can set up ${countOf(rows.length, 'domain')}. Sign in where you registered ${rows.length === 1 ? 'it' : 'them'} and add these name servers within 48 hours. Keep the others.`,
      table.join('\n'),
      `We check automatically and continue as soon as they are detected. Then you can remove them again.\n\nTo copy them, or to check all domains now: ${publicUrl}/dashboard`,
    ].join('\n\n'),
  }
}

/** Without values: those of the other domains are about to be replaced as well. */
function expiredMail(customer: string, rows: readonly Row[], { publicUrl }: Linked) {
  return {
    subject: `New name servers for ${countOf(rows.length, 'domain')}`,
    text: [
      `Hello ${customer},`,
      `the name servers that show that ${theyAre(rows)} yours were not added within 48 hours and have expired:`,
      rows.map(({ name }) => `  ${name}`).join('\n'),
      `New ones are in Order Details: ${publicUrl}/dashboard`,
    ].join('\n\n'),
  }
}
