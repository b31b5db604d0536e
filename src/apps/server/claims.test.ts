import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import {
  accountListings,
  bulkJobAccounts,
  bulkJobs,
  domainHealth,
  domainNames,
  domains,
  outbox,
} from '#base/db/schema/index.ts'
import { deliverMail } from '#base/mail/deliver-mail.ts'
import { claimListing, keepClaim } from '#delivery/provisioning/drift/claim-listing.ts'
import { takeLease } from '#delivery/provisioning/lease.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import { claimForBrowser, claimForPerson } from '#delivery/sending/connect/claim-sign-in.ts'
import { endSignIn, noteSession } from '#delivery/sending/connect/end-sign-in.ts'
import { claimAccounts, renewClaims } from '#features/bulk-update/server/claimed-accounts.ts'
import { claimDue } from '#features/health/server/looks/claim-due.ts'
import { beforeCommit, meet } from '#tests/server/meet.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { addProviderAccounts } from '#tests/server/provider-accounts.ts'
import { createTestApp } from '#tests/server/test-app.ts'

const { deps, customer } = await createTestApp()
const { db } = deps
await addProviderAccounts(deps)

interface Claims {
  /** Makes two of what is claimed. */
  make(): Promise<unknown>
  /** Claims one, and says which. */
  claim(on: Db): Promise<unknown>
  /** What keeps the last one longer, for a worker that is still at it. */
  renew?(of: unknown): Promise<unknown>
  /** So many seconds pass for all that is claimed. */
  pass(seconds: number): Promise<unknown>
  /** For so many seconds nobody else gets it. */
  seconds: number
}

const order = async (names = 2) => {
  const { id: customerId } = await customer()
  return createPaidOrder(deps, {
    customerId,
    tool: 'instantly',
    names: {
      azure: Array.from({ length: names }, (_, at) => `${newId('domain').slice(4).toLowerCase()}${at}.com`),
    },
    mailboxesPerDomain: 1,
  })
}
const ago = (column: string, seconds: number) => sql.raw(`${column} - interval '${seconds} seconds'`)

let jobId = ''
let name = ''
const claims: Record<string, Claims> = {
  'accounts of a bulk update': {
    async make() {
      const { id: customerId } = await customer()
      jobId = newId('bulkJob')
      await db
        .insert(bulkJobs)
        .values({ id: jobId, customerId, tool: 'instantly', operation: 'enable-warmup', status: 'running' })
      await db.insert(bulkJobAccounts).values([
        { jobId, account: 'a@example.com', position: 0 },
        { jobId, account: 'b@example.com', position: 1 },
      ])
    },
    claim: async (on) => (await claimAccounts(on, jobId, { max: 1, leaseMs: 60_000, below: 10_000 }))[0]?.id,
    renew: (id) => renewClaims(db, jobId, [String(id)]),
    pass: (seconds) => db.update(bulkJobAccounts).set({ at: ago('at', seconds) }),
    seconds: 60,
  },
  'listings of accounts': {
    async make() {
      const at = new Date(0)
      await db.delete(accountListings)
      await db.insert(accountListings).values([
        { subject: 'one', kind: 'host', nextAt: at },
        { subject: 'two', kind: 'host', nextAt: at },
      ])
    },
    claim: async (on) => (await claimListing(on))?.subject,
    renew: (subject) => keepClaim(db, String(subject)),
    pass: (seconds) => db.update(accountListings).set({ nextAt: ago('next_at', seconds) }),
    seconds: 300,
  },
  'looks at the health of domains': {
    async make() {
      const made = await order()
      await db.delete(domainHealth)
      await db
        .update(domains)
        .set({ status: 'done', deliveredAt: new Date() })
        .where(eq(domains.bundleId, made.bundleId))
      const health = made.domains.map(({ id }) => sql`${id}`)
      await db.execute(sql`
        insert into domain_health (domain_id, customer_id, due_at)
        select id, customer_id, 'epoch' from domains where id in (${sql.join(health, sql`, `)})
        on conflict (domain_id) do update set due_at = 'epoch'`)
    },
    claim: async (on) => (await claimDue(on, 1))?.[0]?.domainId,
    pass: (seconds) => db.update(domainHealth).set({ dueAt: ago('due_at', seconds) }),
    seconds: 600,
  },
  'wake-ups of names': {
    async make() {
      await db.update(domainNames).set({ nextRunAt: null })
      name = (await order(1)).domains[0]?.name ?? ''
      await db
        .update(domainNames)
        .set({ nextRunAt: new Date(0) })
        .where(eq(domainNames.name, name))
    },
    claim: async (on) => ((await wakeDueNames(on, deps.queue)) === 1 ? name : undefined),
    pass: (seconds) => db.update(domainNames).set({ nextRunAt: ago('next_run_at', seconds) }),
    seconds: 25,
  },
  'leases of names': {
    async make() {
      name = (await order(1)).domains[0]?.name ?? ''
    },
    claim: async (on) => ((await takeLease(on, name, 60)) ? name : undefined),
    pass: (seconds) => db.update(domainNames).set({ leaseUntil: ago('lease_until', seconds) }),
    seconds: 60,
  },
}
const rows = Object.entries(claims)

test.each(rows)(
  '%s that two workers claim at the same moment go to one of them each',
  async (_, { make, claim }) => {
    await make()
    const answers = await meet(db, beforeCommit(db, claim), () => claim(db))
    const got = answers.filter((answer) => answer !== undefined)
    expect(got.length).toBeGreaterThan(0)
    expect(new Set(got).size).toBe(got.length)
  },
)

test.each(rows)(
  '%s are left to their worker until its time is over, and then go to another',
  async (_, each) => {
    await each.make()
    const first = await each.claim(db)
    expect(first).toBeDefined()
    const others = async () => {
      const got: unknown[] = []
      for (let more = await each.claim(db); more !== undefined; more = await each.claim(db)) got.push(more)
      return got
    }
    expect(await others()).not.toContain(first)
    await each.pass(each.seconds - 10)
    expect(await others()).toEqual([])
    await each.pass(11)
    expect(await others()).toContain(first)
  },
)

test.each(rows.filter(([, { renew }]) => renew))(
  '%s that their worker renews are left to it for as long again',
  async (_, { make, claim, renew, pass, seconds }) => {
    await make()
    const first = await claim(db)
    await pass(seconds - 10)
    await renew?.(first)
    await pass(seconds - 10)
    expect([await claim(db), await claim(db)]).not.toContain(first)
  },
)

/** Two mailboxes in one tenant that stand and are to be signed in to. */
async function inLine() {
  const made = await order()
  await db.execute(sql`
    update domain_names set provider_account_id = (select id from provider_accounts where vendor = 'microsoft' limit 1)
    where name in (select name from domains where bundle_id = ${made.bundleId})`)
  await db.execute(sql`update mailboxes set host_state = 'active' where name in (select name from domains
    where bundle_id = ${made.bundleId})`)
  await db.execute(sql`
    insert into mailbox_links (mailbox_id, connection_id, want, connection)
    select m.id, ${made.connectionId}, 'connected', 'wanted' from mailboxes m join domains d on d.id = m.domain_id
    where d.bundle_id = ${made.bundleId}`)
  return made.connectionId
}
const passMinutes = (minutes: number) =>
  db.execute(sql`update mailbox_links set sign_in_until = sign_in_until - make_interval(mins => ${minutes})`)

test('of two browsers that ask for a mailbox of one tenant at the same moment one gets one', async () => {
  const connectionId = await inLine()
  const ask = (on: Db) => claimForBrowser(on, 25, { connectionId })
  expect(await meet(db, beforeCommit(db, ask), () => ask(db))).toEqual([expect.anything(), undefined])
})

test('two people that ask for a mailbox at the same moment get different ones, and one page that asks twice the same', async () => {
  const connectionId = await inLine()
  const ask = (token?: string) => (on: Db) =>
    claimForPerson(on, { connectionId }, { ...(token && { token }) })
  const addressesOf = (answers: readonly (Awaited<ReturnType<ReturnType<typeof ask>>> | Error)[]) =>
    new Set(answers.map((answer) => answer && 'address' in answer && answer.address))
  expect(addressesOf(await meet(db, beforeCommit(db, ask()), () => ask()(db))).size).toBe(2)
  await passMinutes(11)
  const page = ask('page')
  expect(addressesOf(await meet(db, beforeCommit(db, page), () => page(db))).size).toBe(1)
})

test('a sign-in is kept for ten more minutes by opening its page, and ends with nothing written once another has it', async () => {
  const connectionId = await inLine()
  const ask = async () => (await claimForPerson(db, { connectionId })) ?? expect.fail('Nothing waits.')
  const lost = await ask()
  await passMinutes(9)
  expect(await noteSession(db, lost, 'page')).toBe(true)
  await passMinutes(9)
  const other = await ask()
  expect(other.mailboxId).not.toBe(lost.mailboxId)
  await passMinutes(2)
  const next = await ask()
  expect(next.mailboxId).toBe(lost.mailboxId)
  expect(await noteSession(db, lost, 'page')).toBe(false)
  expect(await endSignIn(deps, lost, { state: 'given_back' })).toBe(false)
  expect(await noteSession(db, next, 'page')).toBe(true)
})

test('an email that two workers have in their hands is sent by one, and by another only when its time is over', async () => {
  const id = newId('mail')
  await db.insert(outbox).values({
    id,
    dedupeKey: id,
    messageId: `<${id}@example.com>`,
    recipient: 'ada@example.com',
    subject: 'Hello',
    body: 'Hello',
  })
  let sent = 0
  const worker = (on: Db) =>
    deliverMail(
      {
        ...deps,
        db: on,
        mailer: {
          async send() {
            sent++
            throw new Error('The worker is killed.')
          },
          probe: async () => ({ ok: true }),
        },
      },
      id,
    ).catch(() => {})
  await meet(db, beforeCommit(db, worker), () => worker(db))
  expect(sent).toBe(1)
  const pass = (seconds: number) => db.update(outbox).set({ nextTryAt: ago('next_try_at', seconds) })
  await pass(110)
  await worker(db)
  expect(sent).toBe(1)
  await pass(11)
  await worker(db)
  expect(sent).toBe(2)
})
