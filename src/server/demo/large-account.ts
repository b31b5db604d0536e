import { sql } from 'drizzle-orm'
import {
  type PlanId,
  type Platform,
  plans,
  platformContents,
  type SendingToolId,
  sendingToolNames,
} from '#shared/catalog.ts'
import { provisionedPerDomain } from '#shared/inbox-split.ts'
import { allocateAddresses } from '#shared/mailbox-address.ts'
import { groupIdOf } from '#shared/order-groups.ts'
import type { DomainStatus } from '#shared/order-status.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import {
  bundles,
  domainEvents,
  domainNames,
  domains,
  orders,
  personas,
  toolConnections,
} from '../db/schema/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { sealConnection } from '../features/connections/connections.ts'

/** Domains of one order: five Entra bundles of two, or two Google ones of five. */
const domainsPerOrder = 10
const rowsAtOnce = 2_000

const syllables =
  'ac al an ar bel bo ca ce cor da del do el en er fa fin ga gro ha in ka la len li lo lu ma mar me mi mo na ne no or pa pe pi po ra re ri ro sa se si so ta te ti to tra va ve vi vo wa we xi ya ze zo'.split(
    ' ',
  )
const prefixes = ['get', 'try', 'go', 'use', 'hello', 'with', 'meet', 'join', 'team', 'mail', '']
const suffixes = ['hq', 'app', 'mail', 'team', 'labs', 'group', 'now', 'online', 'reach', 'hub', '']
const tlds = ['com', 'com', 'com', 'net', 'org', 'co', 'info', 'biz']
const endings = ['Partners', 'Group', 'Studio', 'Labs', 'Advisory', 'Growth', 'Systems', '']
const firstNames =
  'Maya Oliver Priya Daniel Sofia Lena Grace Ben Nora Jonas Amara Felix Ines Kofi Tessa Marco'.split(' ')
const lastNames =
  'Lindqvist Trent Raman Okafor Marchetti Vogt Holloway Castellano Bergstrom Adler Nakamura Silva'.split(' ')
const tools: SendingToolId[] = ['instantly', 'instantly', 'smartlead', 'bison', 'other']

/** Numbers that look random and are the same every time. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Rows<T extends { $inferInsert: object }> = T['$inferInsert'][]

export interface LargeAccount {
  orders: Rows<typeof orders>
  bundles: Rows<typeof bundles>
  domains: Rows<typeof domains>
  personas: Rows<typeof personas>
}

/**
 * Orders of an agency, four in five domains finished. The domains rest: nothing looks at them until they are
 * changed, and then the reconciler makes good what the third parties lack.
 */
function imagine(
  customerId: string,
  count: number,
  connectionIds: Record<SendingToolId, string>,
  taken: Set<string>,
): LargeAccount {
  const random = randomNumbers(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const account: LargeAccount = { orders: [], bundles: [], domains: [], personas: [] }
  const nameFor = (brand: string): string => {
    for (let more = ''; ; more += pick(syllables)) {
      const name = `${pick(prefixes)}${brand}${more}${pick(suffixes)}.${pick(tlds)}`
      if (!taken.has(name)) {
        taken.add(name)
        return name
      }
    }
  }
  const year = 365 * 24 * 3600_000
  const now = Date.now()
  for (let i = 0; i < count; i++) {
    const orderId = newId('order')
    const brand = Array.from({ length: 2 + random(3) }, () => pick(syllables)).join('')
    const company = `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${pick(endings)}`.trim()
    const plan: PlanId = pick(['azure', 'azure', 'google'] as const)
    const platform: Platform = plan === 'azure' ? 'azure' : 'google'
    const forwardingUrl = `https://${brand}.com`
    const createdAt = new Date(now - random(year))
    const tool = pick(tools)
    const connectionId = connectionIds[tool]
    account.orders.push({
      id: orderId,
      customerId,
      plan,
      forwardingUrl,
      company,
      status: 'active',
      paidAt: createdAt,
      createdAt,
      changedAt: new Date(createdAt.getTime() + random(now - createdAt.getTime())),
    })
    const perBundle = plans[plan].domains[platform]
    for (let index = 1; index <= domainsPerOrder / perBundle; index++) {
      const bundleId = groupIdOf(orderId, index)
      const isOver = random(10) === 0
      account.bundles.push({
        id: bundleId,
        orderId,
        customerId,
        orderIndex: index,
        plan,
        connectionId,
        status: isOver ? 'cancelled' : 'live',
        cancelledAt: isOver ? new Date(now - random(year / 12)) : null,
        createdAt,
        changedAt: createdAt,
      })
      const people = plan === 'azure' ? 2 : 1
      const shares = provisionedPerDomain(platform, people)
      const first = random(firstNames.length)
      for (let position = 0; position < people; position++)
        account.personas.push({
          id: newId('persona'),
          customerId,
          bundleId,
          position,
          firstName: firstNames[(first + position) % firstNames.length] as string,
          lastName: pick(lastNames),
          azurePerDomain: platform === 'azure' ? (shares[position] ?? 0) : 0,
          googlePerDomain: platform === 'google' ? (shares[position] ?? 0) : 0,
        })
      for (let slot = 0; slot < perBundle; slot++) {
        const status: DomainStatus = isOver
          ? 'cancelled'
          : random(5) > 0
            ? 'done'
            : pick(['in progress', 'pending', 'error'] as const)
        const { mailboxesPerDomain } = platformContents[platform]
        account.domains.push({
          id: newId('domain'),
          customerId,
          bundleId,
          name: nameFor(brand),
          slot,
          platform,
          source: plan === 'azure' && random(6) === 0 ? 'own' : 'bought',
          want: isOver ? 'retire' : 'run',
          status,
          statusNote: noteOf(status, platform, tool),
          forwardingUrl: random(40) === 0 ? `https://${brand}.com/offer` : forwardingUrl,
          setupStartedAt: createdAt,
          deliveredAt: status === 'done' ? new Date(createdAt.getTime() + 3600_000 + random(3600_000)) : null,
          retireAt: isOver ? new Date(now + year) : null,
          inboxes:
            status === 'done'
              ? mailboxesPerDomain
              : status === 'in progress'
                ? 1 + random(mailboxesPerDomain - 1)
                : 0,
          createdAt,
          changedAt: createdAt,
        })
      }
    }
  }
  return account
}

function noteOf(status: DomainStatus, platform: Platform, tool: SendingToolId): string | null {
  const host = platform === 'azure' ? 'Microsoft' : 'Google'
  if (status === 'in progress') return `Connecting mailboxes to ${sendingToolNames[tool]}`
  if (status === 'pending')
    return tool === 'other'
      ? 'Paused. Your mailboxes are disabled until this is settled.'
      : `${sendingToolNames[tool]} refuses the credentials. Please correct them in Order Details.`
  return status === 'error' ? `Verifying at ${host} failed: somebody else has the name there.` : null
}

const takenNames = async (tx: Db): Promise<Set<string>> =>
  new Set((await tx.select({ name: domainNames.name }).from(domainNames)).map(({ name }) => name))

/** Fills a customer's account with so many orders, in one transaction. Answers how many domains and mailboxes. */
export async function makeLargeAccount(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  count: number,
): Promise<{ domains: number; mailboxes: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const connectionIds = await makeConnections(tx, secrets, customerId)
    const account = imagine(customerId, count, connectionIds, await takenNames(tx))
    await insertAll(account.orders, (some) => tx.insert(orders).values(some))
    await insertAll(account.bundles, (some) => tx.insert(bundles).values(some))
    await insertAll(account.domains, (some) => tx.insert(domains).values(some))
    await insertAll(account.personas, (some) => tx.insert(personas).values(some))
    await insertAll(account.domains, (some) =>
      tx.insert(domainNames).values(some.map(({ name }) => ({ name, registration: 'registered' as const }))),
    )
    await insertAll(
      account.domains.filter(({ status }) => status === 'done'),
      (some) =>
        tx.insert(domainEvents).values(
          some.map((domain) => ({
            customerId,
            domainId: domain.id,
            name: domain.name,
            kind: 'delivered',
            sentence: 'Set-up complete',
            at: domain.deliveredAt as Date,
          })),
        ),
    )
    const mailboxes = await makeMailboxes(tx, customerId, account)
    await tx.execute(sql`analyze orders, bundles, domains, mailboxes, personas`)
    return { domains: account.domains.length, mailboxes }
  })
}

async function makeConnections(
  tx: Db,
  secrets: Dependencies['secrets'],
  customerId: string,
): Promise<Record<SendingToolId, string>> {
  const ids = {} as Record<SendingToolId, string>
  for (const kind of new Set(tools)) {
    ids[kind] = newId('connection')
    const values: Record<string, string> =
      kind === 'other' ? {} : { username: 'desk@agency.test', apiKey: `demo-key-of-a-large-account-${kind}` }
    await tx.insert(toolConnections).values({
      id: ids[kind],
      customerId,
      kind,
      ...sealConnection(secrets, ids[kind], kind, values),
      state: 'working',
    })
  }
  return ids
}

async function insertAll<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) await insert(rows.slice(i, i + rowsAtOnce))
}

/** Half a million rows, written by the database from each bundle's addresses. */
async function makeMailboxes(
  tx: Db,
  customerId: string,
  { personas: people }: LargeAccount,
): Promise<number> {
  const addresses = [...Map.groupBy(people, ({ bundleId }) => bundleId).values()].flatMap((some) => {
    const allocated = allocateAddresses({
      people: some.map((person) => ({
        personaId: person.id,
        firstName: person.firstName,
        lastName: person.lastName,
        count: (person.azurePerDomain ?? 0) + (person.googlePerDomain ?? 0),
        kept: [],
      })),
      taken: new Set(),
    })
    return [...allocated].flatMap(([personaId, localParts]) =>
      localParts.map((localPart) => ({ persona_id: personaId, local_part: localPart })),
    )
  })
  let made = 0
  for (let i = 0; i < addresses.length; i += 50_000) {
    const result = await tx.execute(sql`
      insert into mailboxes (id, customer_id, domain_id, name, persona_id, local_part, want, host_state, external_id)
      select 'mbx_' || substr(md5(d.id || a.local_part), 1, 20), ${customerId}, d.id, d.name, p.id, a.local_part,
        case when d.want = 'run' then 'active' else 'disabled' end,
        case when d.want = 'run' then 'active' else 'disabled' end, md5(a.local_part || d.name)
      from jsonb_to_recordset(${JSON.stringify(addresses.slice(i, i + 50_000))}::jsonb) as a(persona_id text, local_part text)
      join personas p on p.id = a.persona_id
      join domains d on d.bundle_id = p.bundle_id
      where d.status in ('done', 'in progress', 'cancelled')`)
    made += result.rowCount ?? 0
  }
  return made
}
