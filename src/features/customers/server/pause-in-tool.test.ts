import { and, eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { customerAccessCommands } from '#apps/operator/customer-access-commands.ts'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { accountListings, domainEvents, domainNames, mailboxes, mailboxLinks } from '#base/db/schema/index.ts'
import { sweepListings } from '#delivery/provisioning/drift/sweep-listings.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { BisonSender } from '#vendors/bison/simulator/state.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import type { SmartleadAccount } from '#vendors/smartlead/simulator/state.ts'

/** Answers "done" to some requests, which then never reach the vendor. */
let lie: ((url: string, body: string) => object | undefined) | undefined
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) => {
    const untrue = init?.method === 'POST' ? lie?.(url, String(init.body)) : undefined
    return untrue ? Response.json(untrue) : sandbox.fetch(url, init)
  },
})
const { deps, sandbox } = world
const { db } = deps
const besides = keepOthers(db)

const collections = {
  instantly: sandbox.store.collection<InstantlyAccount>('instantly.accounts'),
  smartlead: sandbox.store.collection<SmartleadAccount>('smartlead.accounts'),
  bison: sandbox.store.collection<BisonSender>('bison.senders'),
}
type Kind = keyof typeof collections

async function operator(name: string, options: Record<string, string>): Promise<string> {
  const lines: string[] = []
  await [...customerAccessCommands, ...holdCommands]
    .find((command) => command.name === name)
    ?.run(
      deps,
      { background: 'true', ...options },
      (line) => lines.push(line),
      () => {},
    )
  return lines.join('\n')
}

/** A customer with one delivered domain of four mailboxes. */
async function served(tool: SendingToolId) {
  const person = await world.customer()
  const name = freshName()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    tool,
    names: { azure: [name] },
    mailboxesPerDomain: 4,
  })
  const addresses = async () =>
    (await db.select().from(mailboxes).where(eq(mailboxes.name, name))).map(
      ({ localPart }) => `${localPart}@${name}`,
    )
  const upload = async () => {
    await sandbox.fetch('http://sandbox.invalid/_bison/upload', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: `key-of-${person.id}`, mailboxes: await addresses() }),
    })
  }
  await besides(person.id, 'customer')
  await reconcileUntilDone(world, name, {
    // People at Email Bison's uploader do their part.
    async meanwhile() {
      if (tool === 'bison') await upload()
      await answerWorkItems(deps, sandbox)
    },
  })
  return { person, name, order }
}

/** The tool's own entries of a name, without what it notes about each change. */
const entries = (kind: Kind, name: string) =>
  (collections[kind] as typeof collections.instantly)
    .entries()
    .filter(({ value }) => JSON.stringify(value).includes(`@${name}"`))
    .map(({ id, value }) => ({ id, value: { ...value, updatedAt: '' } }))

const isStill: { [K in Kind]: (entry: never) => boolean } = {
  instantly: ({ status, warmupStatus }: InstantlyAccount) => status === 2 && warmupStatus === 0,
  smartlead: ({ suspended, messagePerDay }: SmartleadAccount) => suspended && messagePerDay === 0,
  bison: ({ dailyLimit, warmupEnabled }: BisonSender) => dailyLimit === 0 && !warmupEnabled,
}
const stillOf = (kind: Kind, name: string) =>
  entries(kind, name).filter(({ value }) => isStill[kind](value as never)).length

/** What owners adjust in their tool: one limit, one mailbox without warm-up, and what was learnt about them. */
function adjust(kind: Kind, name: string): void {
  for (const [at, { id, value }] of entries(kind, name).entries()) {
    const { warmup } = value as unknown as SmartleadAccount
    const { userId, workspaceId } = value as { userId?: number; workspaceId?: string }
    const changed = {
      instantly: {
        dailyLimit: at === 0 ? 7 : 2,
        warmupStatus: at === 1 ? 0 : 1,
        warmupScore: 93,
        tagIds: ['t'],
      },
      smartlead: {
        messagePerDay: at === 0 ? 7 : 2,
        warmup: { ...warmup, status: at === 1 ? 'INACTIVE' : 'ACTIVE', reputation: 93 },
      },
      bison: { dailyLimit: at === 0 ? 7 : 2, warmupEnabled: at !== 1, tagIds: [4] },
    }[kind]
    const parent = String(userId ?? workspaceId)
    collections[kind].put(id, { ...value, ...changed } as never, parent)
  }
}

test.each(['instantly', 'smartlead', 'bison'] as const)(
  'at %s mailboxes of a suspended customer are paused, never taken out, and go on exactly as they were',
  { tags: ['fault-55'] },
  async (kind) => {
    const { person, name } = await served(kind)
    adjust(kind, name)
    const before = entries(kind, name)
    expect(before).toHaveLength(4)
    expect(stillOf(kind, name)).toBe(0)

    await operator('customer suspend', { email: person.email })
    await reconcileUntilDone(world, name)
    expect(stillOf(kind, name)).toBe(4)
    expect(entries(kind, name).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await operator('customer status', { email: person.email })).toContain(
      '1 of 1 domain stopped; 4 of 4 mailboxes blocked at the host; 4 of 4 paused in the sending tool.',
    )

    await operator('customer enable', { email: person.email })
    await reconcileUntilDone(world, name)
    expect(entries(kind, name)).toEqual(before)
    expect(await operator('customer status', { email: person.email })).toContain('0 of 1 domain stopped;')
    expect(await db.$count(mailboxLinks, sql`before_pause is not null or paused_at is not null`)).toBe(0)
  },
)

test('at Smartlead mailboxes that a run left suspended with their limits are let go by the next one', async () => {
  const { person, name } = await served('smartlead')
  const before = entries('smartlead', name)
  await operator('customer suspend', { email: person.email })
  await reconcileUntilDone(world, name)
  sandbox.faults.add({ kind: '500', vendor: 'smartlead', path: '/unsuspend/', times: 4 })
  await operator('customer enable', { email: person.email })
  await reconcileUntilDone(world, name)
  expect(sandbox.faults.list()).toEqual([])
  expect(entries('smartlead', name)).toEqual(before)
})

test('where Email Bison takes no limit of 0 what its mailboxes still send is said, and they go on as they were', async () => {
  const { person, name } = await served('bison')
  const before = entries('bison', name)
  const variants = (noDailyLimit: string) =>
    sandbox.fetch('http://sandbox.invalid/_bison/variants', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ noDailyLimit }),
    })
  await variants('refused')
  await operator('customer suspend', { email: person.email })
  await world.reconcile(name)
  for (const { value } of entries('bison', name))
    expect(value).toMatchObject({ dailyLimit: 1, warmupEnabled: false })
  const said = await operator('customer status', { email: person.email })
  expect(said).toContain('4 of 4 mailboxes blocked at the host; 0 of 4 paused in the sending tool.')
  expect(said).toContain('sends at most 1 a day')
  await operator('customer enable', { email: person.email })
  await reconcileUntilDone(world, name)
  expect(entries('bison', name)).toEqual(before)
  await variants('taken')
})

test('a mailbox that its owner had paused stays paused when the customer continues', async () => {
  const { person, name } = await served('instantly')
  const [first] = entries('instantly', name)
  const owners = { ...(first?.value as InstantlyAccount), status: 2 }
  collections.instantly.put(owners.email, owners, owners.workspaceId)
  await operator('customer suspend', { email: person.email })
  await reconcileUntilDone(world, name)
  await operator('customer enable', { email: person.email })
  await reconcileUntilDone(world, name)
  const after = entries('instantly', name).map(({ value }) => [value.status, value.warmupStatus])
  expect(after.sort()).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
  ])
})

test('what a mailbox was set to is not forgotten where the answer to its pausing was lost', async () => {
  const { person, name } = await served('instantly')
  const before = entries('instantly', name)
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'instantly', method: 'POST', path: '/pause' })
  await operator('customer suspend', { email: person.email })
  await reconcileUntilDone(world, name)
  expect(sandbox.faults.list()).toEqual([])
  expect(stillOf('instantly', name)).toBe(4)
  await operator('customer enable', { email: person.email })
  await reconcileUntilDone(world, name)
  expect(entries('instantly', name)).toEqual(before)
})

test('a tool that says it paused and did not is not believed; what is paused is known by what it lists', {
  tags: ['fault-55'],
}, async () => {
  const { person, name } = await served('smartlead')
  await operator('customer suspend', { email: person.email })
  const first = `/email-accounts/${entries('smartlead', name)[0]?.id}?`
  const done = { ok: true, message: 'Email account details updated successfully!' }
  lie = (url) => (url.includes(first) ? done : undefined)
  await world.reconcile(name)
  lie = undefined
  expect(stillOf('smartlead', name)).toBe(3)
  expect(await operator('customer status', { email: person.email })).toContain(
    `0 of 1 domain stopped; 4 of 4 mailboxes blocked at the host; 3 of 4 paused in the sending tool. ${name}: 1 of 4 mailboxes are not shown as paused there yet.`,
  )
  await reconcileUntilDone(world, name)
  expect(stillOf('smartlead', name)).toBe(4)
})

test('a host that says it disabled and did not is not believed either', async () => {
  const { person, name } = await served('instantly')
  await operator('customer suspend', { email: person.email })
  lie = (url, body) =>
    url.endsWith('/$batch')
      ? { responses: JSON.parse(body).requests.map(({ id }: { id: string }) => ({ id, status: 204 })) }
      : undefined
  await world.reconcile(name)
  lie = undefined
  expect(await operator('customer status', { email: person.email })).toContain(
    `0 of 4 mailboxes blocked at the host; 4 of 4 paused in the sending tool. ${name}: 4 of 4 mailboxes are not shown as disabled yet.`,
  )
  await reconcileUntilDone(world, name)
  expect(await operator('customer status', { email: person.email })).toContain('4 of 4 mailboxes blocked')
})

test('where mailboxes were handed over as a file the host alone stops them, and the operator is told', async () => {
  const { person, name } = await served('other')
  await operator('customer suspend', { email: person.email })
  await reconcileUntilDone(world, name)
  expect(await operator('customer status', { email: person.email })).toContain(
    '1 of 1 domain stopped; 4 of 4 mailboxes blocked at the host; 4 handed over as a file, where nothing can be paused.',
  )
})

test('what is let loose behind our back, at the host or in the tool, is stopped again by the day’s listings', {
  tags: ['fault-55'],
}, async () => {
  const { person, name, order } = await served('instantly')
  await operator('customer suspend', { email: person.email })
  await reconcileUntilDone(world, name)
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const accountId = row?.providerAccountId as string
  const listed = async () => {
    await db.execute(sql`
      update domain_names set facts = (
        select jsonb_object_agg(key, value || jsonb_build_object('at', (value ->> 'at')::timestamptz - interval '2 hours'))
        from jsonb_each(facts)) where name = ${name}`)
    const log = pino({ level: 'silent' })
    await sweepListings({ ...deps, log })
    await db
      .update(accountListings)
      .set({ nextAt: sql`now()` })
      .where(inArray(accountListings.subject, [order.connectionId, accountId]))
    await sweepListings({ ...deps, log })
    const [after] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    return [after?.listed.mailboxes?.agrees, after?.listed.tool?.agrees]
  }
  expect(await listed()).toEqual([true, true])

  const host = await deps.vendors.mailboxHost(accountId)
  const [one] = await host.mailboxes(name)
  await host.setMailboxesEnabled([one?.externalId as string], true)
  const [loose] = entries('instantly', name)
  collections.instantly.put(
    loose?.id as string,
    { ...(loose?.value as InstantlyAccount), status: 1 },
    loose?.value.workspaceId,
  )
  expect(await listed()).toEqual([false, false])
  await reconcileUntilDone(world, name)
  expect((await host.mailboxes(name)).filter(({ enabled }) => enabled)).toEqual([])
  expect(stillOf('instantly', name)).toBe(4)
  const told = await db
    .select()
    .from(domainEvents)
    .where(and(eq(domainEvents.name, name), sql`${domainEvents.kind} like '%.healed'`))
  expect(told.map(({ sentence }) => sentence).sort()).toEqual([
    '1 mailbox was sending again in Instantly and was paused again',
    '1 mailbox was switched on at Microsoft and was disabled again',
  ])
})

test('mailboxes of an order on hold are paused in the tool until its release; those of a cancelled one are taken out', async () => {
  const { person, name, order } = await served('instantly')
  await operator('order hold', { order: order.orderId })
  await reconcileUntilDone(world, name)
  expect(stillOf('instantly', name)).toBe(4)
  await operator('order release', { order: order.orderId })
  await reconcileUntilDone(world, name)
  expect([entries('instantly', name).length, stillOf('instantly', name)]).toEqual([4, 0])
  await operator('customer suspend', { email: person.email })
  await reconcileUntilDone(world, name)
  await operator('order end', { order: order.orderId, reason: 'Fraud' })
  await reconcileUntilDone(world, name)
  expect(entries('instantly', name)).toEqual([])
})
