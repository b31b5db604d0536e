import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { domainNames, domains, mailboxes, outbox } from '#base/db/schema/index.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { retryDomain } from '#features/orders/server/retry-domain.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import type { FaultKind } from '#vendors/sandbox/faults.ts'
import { detailsBasisOf, peopleBasis } from '../server/based-on.ts'
import { manageOrders } from '../server/managed-orders.ts'
import { ownNames } from '../server/own-names.ts'
import { createPaidOrder, type PaidOrderOptions } from '../server/paid-order.ts'
import { freshName } from '../server/place-order.ts'
import { createTestWorld } from '../server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world)

afterEach(() => sandbox.faults.clear())

/** An order with few mailboxes, for what is repeated often; returns its names. */
async function smallOrder(options: Partial<PaidOrderOptions> = {}): Promise<string[]> {
  const { id } = await world.customer()
  const order = await createPaidOrder(deps, {
    customerId: id,
    mailboxesPerDomain: 4,
    names: { azure: [freshName()] },
    ...options,
  })
  return order.domains.map(({ name }) => name)
}
const nameRow = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
const { point } = ownNames(world)
const pointElsewhere = (name: string) => point(name, ['ns1.somebody.test'])
const charged = (name: string) => sandbox.store.collection('dnsimple.charges').list({ parent: name }).length

/** Every vendor that an order of this platform meets. */
const vendorsOf = {
  azure: ['dnsimple', 'microsoft', 'instantly'],
  google: ['dnsimple', 'google', 'instantly'],
}

test.each([
  ['answers are lost after the effect', 'lost_answer'],
  ['vendors say that they did what they did not do', 'false_success'],
  ['vendors answer with web pages', 'html'],
] as const satisfies readonly (readonly [string, FaultKind])[])(
  'while %s, at every kind of vendor, each effect is had exactly once in the end',
  { tags: ['fault-30', 'fault-47', 'fault-48'] },
  async (_, kind) => {
    for (const platform of ['azure', 'google'] as const) {
      const [name] = (await smallOrder({ plan: platform, names: { [platform]: [freshName()] } })) as [string]
      for (const vendor of vendorsOf[platform])
        for (let skip = 0; skip < 30; skip += 3) sandbox.faults.add({ kind, vendor, skip })
      for (let run = 0; run < 6; run++) {
        await world.reconcile(name)
        await answerWorkItems(deps, sandbox).catch(() => {})
      }
      expect(sandbox.faults.list().length).toBeLessThan(3 * 10)
      sandbox.faults.clear()
      await reconcileUntilDone(name)
      await agree(name)
    }
  },
)

test('a registration that times out but happened is looked up, not paid twice', {
  tags: ['fault-26'],
}, async () => {
  const [name] = (await smallOrder()) as [string]
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'dnsimple', method: 'POST', path: '/registrations' })
  await world.reconcile(name)
  expect(charged(name)).toBe(1)
  await reconcileUntilDone(name)
  expect(charged(name)).toBe(1)
  await agree(name)
})

test('three of five domains registered: the order continues, one is retried and one is chosen again', {
  tags: ['fault-27'],
}, async () => {
  const { person, groupId, names } = await paidOrder({ plan: 'google' }, false)
  expect(names).toHaveLength(5)
  const [slow, taken, ...others] = names as [string, string, ...string[]]
  await pointElsewhere(taken)
  sandbox.faults.add({ kind: '503', vendor: 'dnsimple', path: slow, times: 1_000 })
  for (const name of names) await world.reconcile(name)
  expect(names.map(charged)).toEqual([0, 0, 1, 1, 1])
  const { body } = await person.get(`/api/orders/groups/${groupId}`)
  const statuses = Object.fromEntries(
    body.domains.map((each: { domain: string; status: string }) => [each.domain, each.status]),
  )
  expect(statuses).toMatchObject({ [slow]: 'in progress', [taken]: 'error' })

  sandbox.faults.clear()
  const instead = freshName()
  const replaced = await person.post('/api/domains/replace', [
    { originalDomain: taken, newDomain: instead, isUserAdded: false },
  ])
  expect(replaced.body).toMatchObject({ success: true, requiresPayment: false })
  for (const name of [slow, instead, ...others]) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  expect(await db.$count(domains, and(eq(domains.bundleId, groupId), eq(domains.status, 'done')))).toBe(5)
})

test('the fee of a name that was taken meanwhile goes back once when its order is given up', {
  tags: ['fault-28'],
}, async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  const [taken, other] = names as [string, string]
  await pointElsewhere(taken)
  await world.reconcile(taken)
  await reconcileUntilDone(other)
  await person.post('/api/orders/cancel', { groupId, reason: 'changes_needed' })
  for (const name of names) await reconcileUntilDone(name)
  const refunds = () => sandbox.store.collection<{ amount: number }>('stripe.refunds').list()
  const before = refunds().length
  await payOwedRefunds(deps)
  await payOwedRefunds(deps)
  expect(refunds().slice(before)).toEqual([expect.objectContaining({ amount: 15_50 })])
})

test('through a storm of 429 every domain gets its turn', { tags: ['fault-31'] }, async () => {
  const names = (await Promise.all(Array.from({ length: 8 }, () => smallOrder()))).flat()
  for (const vendor of vendorsOf.azure) sandbox.faults.add({ kind: '429', vendor, times: 40 })
  const unfinished = new Set(names)
  // Everybody is tried once a round, as the sweep does it: nobody may need more rounds than there are refusals.
  for (let round = 0; round < 120 && unfinished.size > 0; round++) {
    await Promise.all(
      [...unfinished].map(async (name) => {
        if ((await world.reconcile(name)) === 'done') unfinished.delete(name)
      }),
    )
    await answerWorkItems(deps, sandbox)
  }
  expect(sandbox.faults.list()).toEqual([])
  expect([...unfinished]).toEqual([])
  for (const name of names) await agree(name)
  expect(await db.$count(domains, and(inArray(domains.name, names), eq(domains.status, 'done')))).toBe(
    names.length,
  )
})

test('a domain that always fails is flagged after twenty tries, and the others go on', {
  tags: ['fault-32'],
}, async () => {
  const [bad, good] = (await Promise.all([smallOrder(), smallOrder()])).flat() as [string, string]
  sandbox.faults.add({ kind: '500', vendor: 'dnsimple', path: bad, times: 10_000 })
  for (let run = 0; run < 25; run++) await world.reconcile(bad)
  await reconcileUntilDone(good)
  await agree(good)
  expect(await domainRow(bad)).toMatchObject({
    status: 'error',
    statusNote: expect.stringMatching(/keeps failing. Our team has been told/),
  })
  const told = (await db.select().from(outbox)).filter(({ subject }) => subject.includes(bad))
  expect(told.map(({ subject }) => subject)).toEqual([`[Inboxyard] ${bad} is stuck at register`])

  sandbox.faults.clear()
  await retryDomain(deps, bad)
  await reconcileUntilDone(bad)
  await agree(bad)
})

test('revoked credentials of the sending tool are the customer’s to correct; the set-up continues afterwards', {
  tags: ['fault-34'],
}, async () => {
  const person = await world.customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    mailboxesPerDomain: 4,
    names: { azure: [freshName()] },
    toolValues: { apiKey: 'revoked-0123456789abcdef' },
  })
  const name = order.domains[0]?.name as string
  for (let run = 0; run < 4; run++) await world.reconcile(name)
  expect(await domainRow(name)).toMatchObject({
    status: 'pending',
    statusNote: 'Instantly refuses the credentials. Please correct them in Order Details.',
  })
  const mails = (await db.select().from(outbox).where(eq(outbox.recipient, person.email))).map(
    (mail) => mail.subject,
  )
  expect(mails).toEqual(['Your sending tool refuses the credentials we have'])

  const corrected = await person.patch(`/api/orders/groups/${order.bundleId}`, {
    basedOn: await detailsBasisOf(person, order.bundleId),
    sendingTool: {
      tool: 'instantly',
      values: {
        username: 'ops@example.test',
        password: 'Some.Password.1',
        workspace: workspaceOf('working-0123456789abcdef').name,
        workspaceId: '',
        apiKey: 'working-0123456789abcdef',
      },
    },
  })
  expect(corrected.status).toBe(200)
  await reconcileUntilDone(name)
  await agree(name)
})

test('a change of people that was had on some mailboxes only is finished, at the host and on record', {
  tags: ['fault-45'],
}, async () => {
  const { person, groupId, names } = await paidOrder({ tool: 'other' })
  const [name] = names as [string]
  const before = await db.$count(
    mailboxes,
    and(eq(mailboxes.name, name), eq(mailboxes.hostState, 'disabled')),
  )
  const answer = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(
      [
        { firstName: 'Jane', lastName: 'Doe' },
        { firstName: 'Mary', lastName: 'Major' },
      ],
      names.map((domain) => ({ domain, domainType: 'Azure' as const })),
      await peopleBasis(person, groupId),
    ),
  )
  expect(answer.status).toBe(200)
  sandbox.faults.add({ kind: '500_after', vendor: 'microsoft', skip: 12, times: 2 })
  sandbox.faults.add({ kind: 'drop', vendor: 'microsoft', skip: 12, times: 200 })
  await world.reconcile(name)
  sandbox.faults.clear()
  expect(await domainRow(name)).toMatchObject({ status: 'done', changing: { what: 'people' } })
  const made = await db.$count(mailboxes, and(eq(mailboxes.name, name), eq(mailboxes.hostState, 'active')))
  expect(before).toBe(0)
  expect(made).toBeGreaterThan(0)
  for (const each of names) {
    await reconcileUntilDone(each)
    await agree(each)
  }
  expect((await nameRow(name))?.problem).toBeNull()
})

test('when the last two domains of an order finish in the same moment the customer gets the mail with the file, once', {
  tags: ['fault-49'],
}, async () => {
  const { person, names } = await paidOrder({ tool: 'other' })
  expect(names).toHaveLength(2)
  const told = async () =>
    (await db.select().from(outbox).where(eq(outbox.recipient, person.email))).filter(({ subject }) =>
      subject.endsWith('are set up'),
    )
  expect(await told()).toHaveLength(1)

  // Both as they were before their last step.
  await db.delete(outbox).where(eq(outbox.recipient, person.email))
  await db.update(domains).set({ status: 'in progress' }).where(inArray(domains.name, names))
  await db
    .update(domainNames)
    .set({ facts: sql`${domainNames.facts} - 'delivered'` })
    .where(inArray(domainNames.name, names))
  const meeting = await meetBeforeCommitting(names)
  const runs = Promise.all(names.map((name) => world.reconcile(name)))
  await meeting.bothThere()
  await meeting.end()
  expect(await runs).toEqual(['done', 'done'])
  const mails = await told()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.attachments).not.toBeNull()
  for (const name of names) expect(mails[0]?.body).toContain(name)
})

/** Keeps every transaction that has finished one of these domains from committing until `end`. */
async function meetBeforeCommitting(names: readonly string[]) {
  const key = 20_011
  await db.execute(sql`
    create function wait_for_the_other() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.raw(String(key))}); return null; end $$`)
  await db.execute(sql`
    create constraint trigger wait_for_the_other after update on domains deferrable initially deferred
    for each row when (old.status <> 'done' and new.status = 'done') execute function wait_for_the_other()`)
  const client = await world.database.pool.connect()
  await client.query('select pg_advisory_lock($1)', [key])
  return {
    /** Both are in their last transaction and wait there: for us, or for each other. */
    async bothThere() {
      await expect
        .poll(
          async () =>
            (
              await client.query(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rowCount,
          { timeout: 30_000, interval: 20 },
        )
        .toBe(names.length)
    },
    async end() {
      await client.query('select pg_advisory_unlock($1)', [key])
      client.release()
      await db.execute(sql`drop function wait_for_the_other cascade`)
    },
  }
}
