import { newId } from '#base/db/ids.ts'
import { bundles, domainEvents, domains, orders, personas, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { groupIdOf } from '#features/orders/rules/order-groups.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import { type PlanId, plans, platforms } from '#features/plans/rules/catalog.ts'
import { provisionedPerDomain } from '#features/plans/rules/inbox-split.ts'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { fieldsOf, type SendingToolId } from '#features/tools/rules/sending-tools.ts'

export interface SeededGroup {
  plan?: PlanId
  tool?: SendingToolId
  /** One for each domain in turn; the last one stands for those that follow. */
  statuses?: DomainStatus[]
  /** Mailboxes that the sending tool has, on every domain. */
  inboxes?: number
  note?: string
  source?: 'bought' | 'own'
  cancelled?: boolean
  people?: [first: string, last: string][]
}

export interface SeededOrder {
  orderId: string
  groups: { groupId: string; domains: string[] }[]
}

export interface SeededOrderOptions {
  forwardingUrl?: string
  companyName?: string
  groups?: SeededGroup[]
  /** A name that no order has yet. */
  freshName: () => string
}

/**
 * An order in a chosen state. It is only written down: nobody works on its domains, so that what a test looks at
 * stands still.
 */
export async function seedOrder(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  {
    forwardingUrl = 'https://example.com',
    companyName = 'Acme',
    groups = [{}],
    freshName,
  }: SeededOrderOptions,
): Promise<SeededOrder> {
  const orderId = newId('order')
  const first = groups[0] ?? {}
  await db.insert(orders).values({
    id: orderId,
    customerId,
    plan: first.plan ?? 'azure',
    forwardingUrl,
    companyName,
    status: 'active',
    paidAt: new Date(),
  })
  const written: SeededOrder['groups'] = []
  for (const [index, group] of groups.entries()) {
    const { plan = 'azure', tool = 'instantly', statuses = ['done'], source = 'bought' } = group
    const people = group.people ?? [
      ['Jane', 'Doe'],
      ['John', 'Roe'],
    ]
    const connectionId = newId('connection')
    const values = Object.fromEntries(
      fieldsOf(tool).map(({ name, secret }) => [
        name,
        secret ? `secret-${name}-of-${tool}` : name === 'url' ? 'https://bison.example.test' : `my-${name}`,
      ]),
    )
    const isSecret = (name: string) => fieldsOf(tool).some((field) => field.name === name && field.secret)
    const pick = (secret: boolean) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => isSecret(name) === secret))
    await db.insert(toolConnections).values({
      id: connectionId,
      customerId,
      kind: tool,
      details: pick(false),
      secrets:
        tool === 'other' ? null : secrets.seal(JSON.stringify(pick(true)), placeOf.connection(connectionId)),
    })
    const groupId = groupIdOf(orderId, index + 1)
    await db.insert(bundles).values({
      id: groupId,
      orderId,
      customerId,
      orderIndex: index + 1,
      plan,
      connectionId,
      status: group.cancelled ? 'cancelled' : 'live',
      monthlyCents: firstPriceList.plans[plan].cents,
      cancelledAt: group.cancelled ? new Date() : null,
    })
    const holdings = platforms
      .flatMap((platform) => Array.from({ length: plans[plan].domains[platform] }, () => platform))
      .map((platform, slot) => ({
        id: newId('domain'),
        customerId,
        bundleId: groupId,
        name: freshName(),
        slot,
        platform,
        source,
        want: group.cancelled ? ('retire' as const) : ('run' as const),
        status: statuses[Math.min(slot, statuses.length - 1)] as DomainStatus,
        statusNote: group.note ?? null,
        forwardingUrl,
        inboxes: group.inboxes ?? 0,
      }))
    await db.insert(domains).values(holdings)
    await db.insert(domainEvents).values(
      holdings.flatMap(({ id, name }) =>
        ['Queued for set-up', 'Verified at Microsoft'].map((sentence) => ({
          customerId,
          domainId: id,
          name,
          kind: 'seeded',
          sentence,
        })),
      ),
    )
    const shares = platforms.map((platform) =>
      plans[plan].domains[platform] > 0 ? provisionedPerDomain(platform, people.length) : [],
    )
    await db.insert(personas).values(
      people.map(([firstName, lastName], position) => ({
        id: newId('persona'),
        customerId,
        bundleId: groupId,
        position,
        firstName,
        lastName,
        azurePerDomain: shares[0]?.[position] ?? 0,
        googlePerDomain: shares[1]?.[position] ?? 0,
      })),
    )
    written.push({ groupId, domains: holdings.map(({ name }) => name) })
  }
  return { orderId, groups: written }
}
