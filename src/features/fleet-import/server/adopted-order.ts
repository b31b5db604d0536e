import { newId } from '#base/db/ids.ts'
import type {
  bundles,
  domainNames,
  domains,
  mailboxes,
  mailboxLinks,
  orders,
  personas,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { driftDelayMs } from '#delivery/provisioning/retry.ts'
import { groupIdOf } from '#features/orders/rules/order-groups.ts'
import { fullName } from '#features/people/rules/person-name.ts'
import { groupsOf } from '../rules/import-groups.ts'
import { whoseMailbox } from '../rules/whose-mailbox.ts'
import { localOf } from './compare.ts'
import type { Row, SeenAccount, SeenDomain } from './seen.ts'
import { redirectAt, takenOverFacts } from './taken-over-facts.ts'

/** The rows that an order is made of, in the order in which they are written. */
export interface AdoptedOrder {
  order: typeof orders.$inferInsert
  bundles: (typeof bundles.$inferInsert)[]
  personas: (typeof personas.$inferInsert)[]
  names: (typeof domainNames.$inferInsert)[]
  domains: (typeof domains.$inferInsert)[]
  mailboxes: (typeof mailboxes.$inferInsert)[]
  links: (typeof mailboxLinks.$inferInsert)[]
}

interface Owner {
  customerId: string
  connectionId: string
}

interface Standing {
  row: Row
  seen: SeenDomain
  account: SeenAccount
  bundleId: string
  group: number
  slot: number
}

/** What the rows of one order become: everything as it was seen, and nothing left to do. Passwords are not held. */
export function adoptedOrder(rows: readonly Row[], { customerId, connectionId }: Owner): AdoptedOrder {
  const first = required(rows[0], 'a row of the order')
  const { plan, customer, started, subscription, people } = first
  const since = new Date(`${started}T00:00:00Z`)
  // Its price stays what its subscription bills; without one it costs nothing here.
  const billedCents = (first.seen as unknown as SeenDomain).subscription?.unitCents[plan] ?? 0
  const orderId = newId('order')
  const standing = placed(rows, orderId)
  const groups = [...Map.groupBy(standing, ({ group }) => group)]
  const personaIds = new Map(groups.map(([group]) => [group, people.map(() => newId('persona'))]))
  const common = { customerId, createdAt: since }

  const made: AdoptedOrder = {
    order: {
      ...common,
      id: orderId,
      plan,
      companyName: customer,
      forwardingUrl: forwardingOf(required(standing[0], 'a domain')),
      status: 'active',
      paidAt: since,
    },
    bundles: groups.map(([group]) => ({
      ...common,
      id: groupIdOf(orderId, group),
      orderId,
      orderIndex: group,
      plan,
      connectionId,
      status: 'live',
      monthlyCents: billedCents,
      subscriptionId: subscription,
    })),
    personas: groups.flatMap(([group, those]) =>
      people.map(({ firstName, lastName }, at) => ({
        ...common,
        id: required(personaIds.get(group)?.[at], 'the person'),
        bundleId: groupIdOf(orderId, group),
        position: at,
        firstName,
        lastName,
        azurePerDomain: mostOf(those, 'azure', at),
        googlePerDomain: mostOf(those, 'google', at),
      })),
    ),
    names: [],
    domains: [],
    mailboxes: [],
    links: [],
  }
  for (const each of standing) {
    const domainId = newId('domain')
    made.names.push(nameRow(each))
    made.domains.push({ ...common, id: domainId, ...domainRow(each, since) })
    for (const mailbox of each.account.mailboxes) {
      const person = personOf(mailbox.address, each.row)
      const id = newId('mailbox')
      made.mailboxes.push({
        ...common,
        id,
        domainId,
        name: each.row.domain,
        personaId: required(personaIds.get(each.group)?.[person], 'the person'),
        localPart: localOf(mailbox.address),
        toldAt: since,
        externalId: mailbox.externalId,
        hostName: fullName(required(people[person], 'the person')),
        hostState: 'active',
      })
      const there = each.seen.tool?.mailboxes.find(({ address }) => address === mailbox.address)
      if (there) made.links.push(linkRow(id, connectionId, there.externalId, each.row.lookedAt))
    }
  }
  return made
}

function placed(rows: readonly Row[], orderId: string): Standing[] {
  const seen = rows.map((row) => row.seen as unknown as SeenDomain)
  const accounts = seen.map(({ accounts: [account] }) => required(account, 'where its mailboxes are'))
  const [{ plan } = { plan: undefined }] = rows
  const places = groupsOf(
    required(plan, 'the plan'),
    accounts.map(({ platform }) => platform),
  )
  return rows.map((row, at) => {
    const { group, slot } = required(places?.[at], 'its place in the order')
    return {
      row,
      seen: seen[at] as SeenDomain,
      account: accounts[at] as SeenAccount,
      bundleId: groupIdOf(orderId, group),
      group,
      slot,
    }
  })
}

/** As it stands in the zone, to the letter: what the file says is the same address. */
const forwardingOf = ({ seen, row }: Standing): string => redirectAt(seen.zone ?? [], '')[0] ?? row.forwarding

function personOf(address: string, { people }: Row): number {
  const whose = whoseMailbox(localOf(address), people)
  return whose.ok ? whose.person : 0
}

/** Mailboxes that somebody has on a domain of a group: the most, so that changing people takes none away. */
const mostOf = (those: readonly Standing[], platform: SeenAccount['platform'], person: number): number =>
  Math.max(
    0,
    ...those
      .filter(({ account }) => account.platform === platform)
      .map(
        ({ account, row }) =>
          account.mailboxes.filter(({ address }) => personOf(address, row) === person).length,
      ),
  )

const domainRow = (each: Standing, since: Date) => ({
  bundleId: each.bundleId,
  name: each.row.domain,
  slot: each.slot,
  platform: each.account.platform,
  source: each.seen.registration ? ('bought' as const) : ('own' as const),
  want: 'run' as const,
  status: 'done' as const,
  forwardingUrl: forwardingOf(each),
  setupStartedAt: since,
  deliveredAt: since,
})

/** Facts are as old as the look; those that depend on mailboxes are added once these have their rows. */
function nameRow({ row, seen, account }: Standing): AdoptedOrder['names'][number] {
  const at = required(row.lookedAt, 'when it was looked at')
  const expiresAt = seen.registration?.expiresAt
  return {
    name: row.domain,
    registration: seen.registration ? 'registered' : 'outside',
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    providerAccountId: account.id,
    wantedRev: 1,
    doneRev: 1,
    nextRunAt: new Date(at.getTime() + driftDelayMs(Math.random())),
    facts: takenOverFacts(row.domain, account, seen, at.toISOString()),
  }
}

/** Limit and warm-up are the customer's own: they were set before. */
const linkRow = (mailboxId: string, connectionId: string, externalId: string, at: Date | null) => ({
  mailboxId,
  connectionId,
  externalId,
  confirmedAt: at,
  configuredAt: at,
  connection: 'connected' as const,
  connectionSince: at,
})
