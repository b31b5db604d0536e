import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import {
  type AccountVendor,
  accountAlerts,
  domainNames,
  mailboxes,
  outbox,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { suspensionKind } from '#features/health/rules/signals/account-alerts.ts'
import { isOwnWork } from '#tests/server/hear-statements.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { recordStatements } from '#tests/server/sent-statements.ts'
import { planReader } from '#tests/server/tables-scanned.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { releaseRetired } from '../domains/release-names.ts'
import { checkAccountCounts } from './check-account-counts.ts'
import type { Facts } from './facts.ts'
import { findPlace, recipientsPerMailbox, withoutClosedPlace } from './placement.ts'
import { warnNearLimit } from './sending-limits.ts'

const { deps, customer } = await createTestApp()
const { db } = deps
const { id: customerId } = await customer()
const check = () => checkAccountCounts({ ...deps, log: pino({ level: 'silent' }) })

async function addAccount(room: { domains?: number; mailboxes?: number; recipients?: number } = {}) {
  const id = newId('providerAccount')
  const most = 1_000_000
  await db.insert(providerAccounts).values({
    id,
    vendor: 'microsoft',
    label: id,
    credentials: 'none',
    capacityDomains: room.domains ?? most,
    capacityMailboxes: room.mailboxes ?? most,
    capacityDailyRecipients: room.recipients ?? most,
    hostLimit: 10 * most,
  })
  return id
}

/** Names with three mailboxes each. */
async function namesToPlace(count: number) {
  const { domains } = await createPaidOrder(deps, {
    customerId,
    names: { azure: Array.from({ length: count }, freshName), google: [] },
    mailboxesPerDomain: 3,
  })
  return domains
}

/** As the step does, which holds the name's row. */
const place = (name: string, vendor: AccountVendor = 'microsoft') =>
  db.transaction(async (tx) => {
    await tx.select().from(domainNames).where(eq(domainNames.name, name)).for('update')
    const found = (await findPlace(tx, name, vendor)) ?? null
    await tx.update(domainNames).set({ providerAccountId: found }).where(eq(domainNames.name, name))
    return found
  })

const countsOf = async (id: string) => {
  const [row] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, id))
  return [row?.domains, row?.mailboxes]
}

const statementsOf = recordStatements()
afterEach(() => db.update(providerAccounts).set({ state: 'draining' }))

test('names that are placed at the same moment fill what there is, in order, and never more', async () => {
  const byDomains = await addAccount({ domains: 9 })
  const byMailboxes = await addAccount({ mailboxes: 23 })
  const byRecipients = await addAccount({ recipients: 5 * 3 * recipientsPerMailbox('microsoft') + 1 })
  const names = await namesToPlace(40)
  const found = await Promise.all(names.map(({ name }) => place(name)))
  const placedAt = (id: string | null) => found.filter((each) => each === id).length
  expect([byDomains, byMailboxes, byRecipients, null].map(placedAt)).toEqual([9, 7, 5, 19])
  expect(await Promise.all([byDomains, byMailboxes, byRecipients].map(countsOf))).toEqual([
    [9, 27],
    [7, 21],
    [5, 15],
  ])
  expect(await place(names.find((_, n) => !found[n])?.name as string, 'google')).toBeNull()
})

test('no new name goes into an account that is to be suspended, until that is over', async () => {
  const [warned, next] = [await addAccount(), await addAccount()]
  const names = (await namesToPlace(2)).map(({ name }) => name)
  const at = new Date()
  const alert = { accountId: warned, alertId: 'a', type: '', source: '', data: '{}', at, changedAt: at }
  await db.insert(accountAlerts).values({ ...alert, kind: 'another', alertId: 'b', isClosed: false })
  await db.insert(accountAlerts).values({ ...alert, kind: suspensionKind, isClosed: false })
  expect(await place(names[0] as string)).toBe(next)
  // Of those that are placed there already, what stands stays, and what nothing was made of goes elsewhere.
  const [unmade, made] = (await namesToPlace(2)).map(({ name }) => name) as [string, string]
  for (const name of [unmade, made])
    await db.update(domainNames).set({ providerAccountId: warned }).where(eq(domainNames.name, name))
  await db
    .update(domainNames)
    .set({ facts: { verified: { at: '' } } })
    .where(eq(domainNames.name, made))
  const known = { host: { accountId: warned, at: '' } } as unknown as Facts
  expect([await withoutClosedPlace(db, unmade, known), await place(unmade)]).toEqual([{}, next])
  expect([await withoutClosedPlace(db, made, known), await place(made)]).toEqual([known, warned])
  await db.update(accountAlerts).set({ isClosed: true }).where(eq(accountAlerts.alertId, 'a'))
  expect(await place(names[1] as string)).toBe(warned)
})

/** What happens to a name and its mailboxes, each in a transaction of its own. */
const acts = ['place', 'move', 'release', 'purge', 'revive', 'add', 'drop', 'rename', 'erase'] as const
type Act = { act: (typeof acts)[number]; which: number }

async function perform(
  { act, which }: Act,
  names: string[],
  accounts: string[],
  round: number,
  within: Db = db,
) {
  const name = names[which % names.length] as string
  const of = sql`name = ${name}`
  if (act === 'place') return place(name)
  await within.transaction(async (tx) => {
    if (act === 'move')
      await tx
        .update(domainNames)
        .set({ providerAccountId: accounts[which % accounts.length] })
        .where(eq(domainNames.name, name))
    if (act === 'release') await releaseRetired(tx, { id: 'dom_none', name })
    if (act === 'purge') await tx.update(mailboxes).set({ want: 'purged' }).where(of)
    if (act === 'revive')
      await tx
        .update(mailboxes)
        .set({ want: 'active' })
        .where(
          sql`${of} and not exists (select from mailboxes o where o.name = mailboxes.name and o.want <> 'purged')`,
        )
    if (act === 'add')
      await tx.execute(sql`
        insert into mailboxes (id, customer_id, domain_id, name, persona_id, local_part)
        select m.id || '_' || ${round}::int || '_' || ${crypto.randomUUID()}::text, customer_id, domain_id, name, persona_id, gen_random_uuid()::text
        from mailboxes m where ${of} limit 2`)
    if (act === 'drop') await tx.delete(mailboxes).where(sql`${of} and id > 'mbx_m'`)
    if (act === 'rename')
      // Two names in one statement, in no order.
      await tx.execute(sql`update mailboxes set local_part = gen_random_uuid()::text,
        want = case want when 'purged' then 'purged' else 'disabled' end`)
    if (act === 'erase') {
      await tx.execute(sql`delete from domain_names where ${of}`)
      await tx.execute(
        sql`insert into domain_names (name, provider_account_id) values (${name}, ${accounts[0]}) on conflict do nothing`,
      )
    }
  })
}

test('whatever happens to names and mailboxes at the same time, the counts are those of the rows', async () => {
  const accounts = [await addAccount({ domains: 3 }), await addAccount(), await addAccount()]
  const names = (await namesToPlace(6)).map(({ name }) => name)
  let round = 0
  const act = fc.record({ act: fc.constantFrom(...acts), which: fc.nat(17) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { maxLength: 8 }), { minLength: 2, maxLength: 6 }),
      async (hands) => {
        await Promise.all(
          hands.map(async (deeds) => {
            for (const deed of deeds) await perform(deed, names, accounts, round++)
          }),
        )
        expect(await check()).toBe(0)
      },
    ),
    { numRuns: 40 },
  )
  const placed = await db.$count(domainNames, sql`provider_account_id is not null`)
  expect(placed).toBeGreaterThan(0)
})

test('a name that is erased and made again while mailboxes are added, and then moved, is counted right', async () => {
  const [first, second] = [await addAccount(), await addAccount()]
  const name = (await namesToPlace(1))[0]?.name as string
  const hands = ['add', 'erase'] as const
  const ended = { add: Promise.withResolvers<void>(), erase: Promise.withResolvers<void>() }
  const done = { add: Promise.withResolvers<void>(), erase: Promise.withResolvers<void>() }
  /** Does something in a transaction that stays open until it is told to end. */
  const keepOpen = (which: (typeof hands)[number], work: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await work(tx)
      done[which].resolve()
      await ended[which].promise
    })
  const erased = keepOpen('erase', async (tx) => {
    await tx.execute(sql`delete from domain_names where name = ${name}`)
    await tx.execute(sql`insert into domain_names (name, provider_account_id) values (${name}, ${first})`)
  })
  await done.erase.promise
  const added = keepOpen('add', (tx) => perform({ act: 'add', which: 0 }, [name], [], 0, tx))
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  ended.erase.resolve()
  await Promise.all([erased, done.add.promise])
  const moved = perform({ act: 'move', which: 1 }, [name], [first, second], 0)
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  ended.add.resolve()
  await Promise.all([added, moved])
  expect(await check()).toBe(0)
  expect(await countsOf(second)).toEqual([1, 5])
})

/** How many sessions wait for a row. */
async function waiting(): Promise<number | undefined> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}

test('a count that is wrong all the same is put right, and the operator reads by how much', async () => {
  const id = await addAccount()
  const name = (await namesToPlace(1))[0]?.name as string
  expect(await place(name)).toBe(id)
  await db.update(providerAccounts).set({ domains: 4, mailboxes: 1 }).where(eq(providerAccounts.id, id))
  expect(await check()).toBe(1)
  expect(await countsOf(id)).toEqual([1, 3])
  const told = await db
    .select({ body: outbox.body })
    .from(outbox)
    .where(sql`${outbox.dedupeKey} like 'alert:miscounted:%'`)
  expect(told).toEqual([
    {
      body: expect.stringContaining(
        'counted as 4 domains and 1 mailbox; there are 1 domain and 3 mailboxes.',
      ),
    },
  ])
  expect(await check()).toBe(0)
})

test('only the account that is chosen is locked, and none that is full is read', async () => {
  await db.execute(sql`
    insert into provider_accounts (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
    select 'acc_full' || n, 'microsoft', 'full' || n, '-', 0, 100, 100 from generate_series(1, 3000) n`)
  await db.execute(sql`
    insert into account_alerts (account_id, alert_id, type, source, kind, data, at, changed_at, is_closed)
    select id, id, '', '', ${suspensionKind}::text, '{}', now(), now(), true from provider_accounts`)
  const chosen = await addAccount()
  const next = await addAccount()
  const name = (await namesToPlace(1))[0]?.name as string
  await db.execute(sql`analyze`)
  await db.transaction(async (tx) => {
    expect(await findPlace(tx, name, 'microsoft')).toBe(chosen)
    const free = await db.select().from(providerAccounts).for('update', { skipLocked: true })
    const ids = free.map(({ id }) => id)
    expect([ids.length >= 3_000, ids.includes(next), ids.includes(chosen)]).toEqual([true, true, false])
  })
  const statements = (await statementsOf(() => findPlace(db, name, 'microsoft'))).filter(({ text }) =>
    isOwnWork(text),
  )
  const tablesScanned = await planReader(deps.pool)
  expect((await Promise.all(statements.map(tablesScanned))).flat()).toEqual([])
  const [choice] = statements.slice(-1)
  const { rows } = await deps.pool.query({ ...choice, text: `explain ${choice?.text}` })
  expect(JSON.stringify(rows)).toContain('Index Scan using provider_accounts_place')
})

test('nothing new goes into a tenant of whose host limit nine tenths are used, by what is sold or by what is set', async () => {
  const each = 3 * recipientsPerMailbox('microsoft')
  const [id] = [await addAccount()]
  const set = (values: Partial<typeof providerAccounts.$inferInsert>) =>
    db.update(providerAccounts).set(values).where(eq(providerAccounts.id, id))
  const names = (await namesToPlace(4)).map(({ name }) => name) as [string, string, string, string]
  await set({ hostLimit: Math.ceil((2 * each) / 0.9) })
  expect(await Promise.all([place(names[0]), place(names[1])])).toEqual([id, id])
  expect(await place(names[2])).toBeNull()
  // More licenses, and then a customer who sends more than was sold.
  await set({ hostLimit: Math.ceil((4 * each) / 0.9) })
  expect(await place(names[2])).toBe(id)
  await db.update(mailboxes).set({ beyondSold: each }).where(eq(mailboxes.name, names[0]))
  expect(await place(names[3])).toBeNull()
  await db.update(mailboxes).set({ beyondSold: 0 }).where(eq(mailboxes.name, names[0]))
  // What the host has counted itself is as good.
  await set({ hostReached: 4 * each })
  expect(await place(names[3])).toBeNull()
  // Nobody has read what it lets out: what was entered counts.
  await set({ hostReached: null, hostLimit: null, capacityDailyRecipients: 4 * each })
  expect(await place(names[3])).toBe(id)
  expect(await place((await namesToPlace(1))[0]?.name as string)).toBeNull()
})

test('the operator is warned once when a tenant has used eight tenths, and again after it was well below', async () => {
  const id = await addAccount()
  const set = (hostReached: number) =>
    db.update(providerAccounts).set({ hostLimit: 10_000, hostReached }).where(eq(providerAccounts.id, id))
  const warned = async (hostReached: number) => {
    await set(hostReached)
    await warnNearLimit(deps, id)
    return db.$count(outbox, sql`${outbox.dedupeKey} like ${`alert:near-limit:${id}:%`}`)
  }
  expect([
    await warned(7_999),
    await warned(8_000),
    await warned(9_000),
    await warned(7_500),
    await warned(8_500),
  ]).toEqual([0, 1, 1, 1, 1])
  expect([await warned(6_999), await warned(8_000)]).toEqual([1, 2])
})
