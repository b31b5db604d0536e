import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import {
  bundles,
  customers,
  domains,
  healthActs,
  keptRecords,
  mailboxes,
  mailboxLinks,
  orders,
  personas,
  toolConnections,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { isDeliberate } from '#features/orders/rules/order-holds.ts'
import { shareOfSpare } from '#features/reserve/rules/spares.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { isHeld } from '../domains/held.ts'
import type { Desired, DesiredMailbox, Holding } from './desired.ts'

/** Reads what is wanted of a name. */
export async function readDesired(db: Db, name: string): Promise<Desired> {
  const [desired] = await readDesiredOf(db, [name])
  return required(desired, name)
}

/** The same of many names at once, in their order. */
export async function readDesiredOf(db: Db, names: readonly string[]): Promise<Desired[]> {
  const { holdings, mailboxes } = preparedOf(db)
  const [held, rows] = await Promise.all([
    holdings.execute({ names }).then(holdingsByName),
    mailboxes.execute({ names }),
  ])
  const byName = Map.groupBy(rows, ({ mailbox }) => mailbox.name)
  return names.map((name) => {
    const holding = held.get(name)
    return { name, holding, mailboxes: withWants(byName.get(name) ?? [], name, holding) }
  })
}

/** Read before every step of every name: built once for each database. */
const prepared = new WeakMap<Db, ReturnType<typeof prepare>>()
function preparedOf(db: Db): ReturnType<typeof prepare> {
  const known = prepared.get(db) ?? prepare(db)
  prepared.set(db, known)
  return known
}
const prepare = (db: Db) => ({
  holdings: selectHoldings(db).prepare('holdings_of_names'),
  mailboxes: selectMailboxes(db).prepare('mailboxes_of_names'),
})
const isAsked = (column: typeof domains.name | typeof mailboxes.name) =>
  sql`${column} = any(${sql.placeholder('names')})`

/** A domain has one open act at most. As the index has it, so that it is found by it. */
const isActing = sql`(${healthActs.state} in ('suggested', 'resting', 'returning') and ${healthActs.share} is not null)`

const selectHoldings = (db: Db) =>
  db
    .select({
      domain: domains,
      bundle: bundles,
      profilePictureLink: groupSettings.profilePictureLink,
      suspendedAt: customers.suspendedAt,
      billingStoppedAt: customers.billingStoppedAt,
      connection: { id: toolConnections.id, kind: toolConnections.kind, state: toolConnections.state },
      isReserve: orders.isReserve,
      restShare: healthActs.share,
      keptRecords: keptRecords.records,
      droppedRecords: keptRecords.dropped,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoin(healthActs, and(eq(healthActs.domainId, domains.id), isActing))
    .leftJoin(
      keptRecords,
      and(eq(keptRecords.customerId, domains.customerId), eq(keptRecords.name, domains.name)),
    )
    .where(and(isAsked(domains.name), isHeld))

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

const lower = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** Of a domain whose place a spare took, no share is none: it sent nothing any more when there were none. */
function coldShareOf(
  { spentAt, fallShare }: Pick<typeof domains.$inferSelect, 'spentAt' | 'fallShare'>,
  { isReserve, tool, restShare }: { isReserve: boolean; tool: SendingToolId; restShare: number | null },
): number | null {
  if (spentAt) return fallShare ?? 0
  return isReserve ? shareOfSpare(tool) : lower(restShare, fallShare)
}

const holdingsByName = (rows: Awaited<ReturnType<typeof selectHoldings>>): Map<string, Holding> =>
  new Map(
    rows.map(
      ({
        domain,
        bundle,
        profilePictureLink,
        suspendedAt,
        billingStoppedAt,
        connection,
        isReserve,
        restShare,
        keptRecords,
        droppedRecords,
      }) => [
        domain.name,
        {
          domainId: domain.id,
          customerId: domain.customerId,
          bundleId: bundle.id,
          orderId: bundle.orderId,
          platform: domain.platform,
          source: domain.source,
          want: domain.want,
          status: domain.status,
          changing: domain.changing,
          replacesId: domain.replacesId,
          replacedAt: domain.replacedAt,
          spentAt: domain.spentAt,
          isServed: bundle.status === 'live' && bundle.hold === null && suspendedAt === null,
          unpaidSince: earlier(isDeliberate(bundle.hold) ? bundle.holdSince : null, billingStoppedAt),
          forwardingUrl: domain.forwardingUrl,
          reportToken: domain.reportToken,
          retireAt: domain.retireAt,
          profilePictureLink,
          setupStartedAt: domain.setupStartedAt,
          deliveredAt: domain.deliveredAt,
          connection,
          coldShare: coldShareOf(domain, { isReserve, tool: connection.kind, restShare }),
          keptRecords: keptRecords ?? [],
          droppedRecords: droppedRecords ?? [],
        },
      ],
    ),
  )

const selectMailboxes = (db: Db) =>
  db
    .select({
      mailbox: mailboxes,
      firstName: personas.firstName,
      lastName: personas.lastName,
      link: mailboxLinks,
    })
    .from(mailboxes)
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .leftJoin(mailboxLinks, eq(mailboxLinks.mailboxId, mailboxes.id))
    .where(and(isAsked(mailboxes.name), ne(mailboxes.want, 'purged')))
    .orderBy(asc(mailboxes.localPart))

/** A mailbox with the wishes that follow from its own and from whether its name is served. */
function withWants(
  rows: Awaited<ReturnType<typeof selectMailboxes>>,
  name: string,
  holding: Holding | undefined,
): DesiredMailbox[] {
  const byId = new Map<string, DesiredMailbox>()
  for (const { mailbox, firstName, lastName, link } of rows) {
    const kept = holding?.want === 'run' && mailbox.domainId === holding.domainId && mailbox.want === 'active'
    const served = kept && holding.isServed
    const known = byId.get(mailbox.id) ?? {
      id: mailbox.id,
      domainId: mailbox.domainId,
      address: `${mailbox.localPart}@${name}`,
      firstName,
      lastName,
      want: mailbox.want === 'active' && !served ? ('disabled' as const) : mailbox.want,
      inTool: served ? ('sending' as const) : kept ? ('paused' as const) : ('removed' as const),
      toldAt: mailbox.toldAt,
      externalId: mailbox.externalId,
      isUnmarked: mailbox.isUnmarked,
      secret: mailbox.secret,
      hostState: mailbox.hostState,
      hostName: mailbox.hostName,
      disabledAt: mailbox.disabledAt,
      links: [],
    }
    if (link) known.links.push(link)
    byId.set(mailbox.id, known)
  }
  return [...byId.values()]
}
