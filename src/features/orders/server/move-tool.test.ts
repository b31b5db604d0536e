import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bundles,
  domainEvents,
  domains,
  mailboxes,
  mailboxLinks,
  toolConnections,
} from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import { detailsBasisOf } from '#tests/server/based-on.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount, InstantlyWorkspace } from '#vendors/instantly/simulator/state.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import type { SmartleadAccount } from '#vendors/smartlead/simulator/state.ts'
import { getOrderOverview } from '../api/order-overview.ts'
import { inboxProgress } from '../rules/order-groups.ts'
import { expectedMove } from './expected-run.ts'

const world = await createTestWorld()
const { deps, sandbox, customer } = world
const { db } = deps
type Tool = 'instantly' | 'smartlead'

/** Who has which of a name's mailboxes at the tool: the account by each address. */
function accountsAt(tool: Tool, name: string): Map<string, string> {
  const all =
    tool === 'instantly'
      ? sandbox.store
          .collection<InstantlyAccount>('instantly.accounts')
          .list()
          .map(({ email, workspaceId }): [string, string] => [email, workspaceId])
      : sandbox.store
          .collection<SmartleadAccount>('smartlead.accounts')
          .list()
          .map(({ fromEmail, userId }): [string, string] => [`${fromEmail} ${userId}`, String(userId)])
  return new Map(all.filter(([address]) => address.includes(`@${name}`)))
}
const holdersOf = (tool: Tool, name: string) => [...accountsAt(tool, name).values()]

async function valuesFor(
  tool: Tool,
  apiKey: string,
  workspace = workspaceOf(apiKey).name,
): Promise<Record<string, string>> {
  if (tool === 'instantly')
    return {
      username: 'ops@example.test',
      password: 'Some.Password.1',
      workspace,
      workspaceId: '',
      apiKey,
    }
  const answer = await sandbox.fetch('http://sandbox.invalid/_smartlead/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey, provider: 'microsoft' }),
  })
  return { apiKey, oauthLink: ((await answer.json()) as { link: string }).link }
}

/** Two delivered orders that share one account of a tool. */
async function twoThatShare(tool: Tool) {
  const person = await customer()
  const place = async (connectionId?: string) => {
    const name = freshName()
    const order = await createPaidOrder(deps, {
      customerId: person.id,
      tool,
      names: { azure: [name], google: [] },
      mailboxesPerDomain: 2,
      ...(connectionId && { connectionId }),
    })
    await reconcileUntilDone(world, name)
    return { ...order, name }
  }
  const moved = await place()
  const stays = await place(moved.connectionId)
  const save = async (values: Record<string, string>, more: object = {}) =>
    person.patch(`/api/orders/groups/${moved.bundleId}`, {
      basedOn: await detailsBasisOf(person, moved.bundleId),
      sendingTool: { tool, values },
      ...more,
    })
  const connectionOf = async (bundleId: string) =>
    (await db.select().from(bundles).where(eq(bundles.id, bundleId)))[0]?.connectionId
  /** What the connection holds that both began with. */
  const present = async () => {
    const [row] = await db.select().from(toolConnections).where(eq(toolConnections.id, moved.connectionId))
    return row ? openConnection(deps.secrets, row) : {}
  }
  return { person, moved, stays, save, connectionOf, present }
}

test.each(['instantly', 'smartlead'] as const)(
  'an order that is moved to another account of %s leaves nothing behind, and takes nobody along',
  async (tool) => {
    const { moved, stays, save, connectionOf } = await twoThatShare(tool)
    const [before] = holdersOf(tool, moved.name)
    const values = await valuesFor(tool, `another-key-of-${moved.name}`)
    const asked = await save(values)
    expect(asked).toMatchObject({ status: 409, body: { details: { movesInboxes: 2 } } })
    expect(asked.body.message).toMatch(
      /^2 inboxes will be disconnected from .+ and connected to .+\. This takes about \d+ minutes?\. .*Other orders that use .+ keep it\.$/,
    )
    expect(await connectionOf(moved.bundleId)).toBe(moved.connectionId)

    expect(await save(values, { movesInboxes: true })).toMatchObject({ status: 200 })
    expect(await connectionOf(moved.bundleId)).not.toBe(moved.connectionId)
    expect(await connectionOf(stays.bundleId)).toBe(moved.connectionId)
    for (const { name } of [moved, stays]) await reconcileUntilDone(world, name)
    const after = holdersOf(tool, moved.name)
    expect(after).toHaveLength(2)
    expect(after).not.toContain(before)
    expect(holdersOf(tool, stays.name)).toEqual([before, before])
  },
)

test('a new key of the same workspace is kept behind the connection, for all who share it, without a question', async () => {
  const { moved, stays, save, connectionOf } = await twoThatShare('instantly')
  const [workspaceId = ''] = holdersOf('instantly', moved.name)
  const own = sandbox.store.collection<InstantlyWorkspace>('instantly.workspaces').get(workspaceId)
  const apiKey = `rotated-key-of-${moved.name}`
  sandbox.store.collection('instantly.keys').put(apiKey, { workspaceId, scopes: ['all:all'] })
  expect(await save(await valuesFor('instantly', apiKey, own?.name))).toMatchObject({ status: 200 })
  for (const { bundleId } of [moved, stays]) expect(await connectionOf(bundleId)).toBe(moved.connectionId)
})

test.each(['instantly', 'smartlead'] as const)(
  'an order that goes back to its account of %s while it moves finds its connection and all its inboxes there',
  async (tool) => {
    const { moved, stays, save, connectionOf, present } = await twoThatShare(tool)
    const before = holdersOf(tool, moved.name)
    const values = await valuesFor(tool, `another-key-of-${moved.name}`)
    expect(await save(values, { movesInboxes: true })).toMatchObject({ status: 200 })
    const { apiKey = '', ...kept } = await present()
    const own = sandbox.store.collection<InstantlyWorkspace>('instantly.workspaces').get(before[0] ?? '')
    const back = { ...kept, ...(await valuesFor(tool, apiKey, own?.name)) }
    expect(await save(back, { movesInboxes: true })).toMatchObject({ status: 200 })
    for (const { bundleId } of [moved, stays]) expect(await connectionOf(bundleId)).toBe(moved.connectionId)
    for (const { name } of [moved, stays]) await reconcileUntilDone(world, name)
    expect(holdersOf(tool, moved.name)).toEqual(before)
    expect(holdersOf(tool, stays.name)).toEqual(before)
  },
)

test('credentials that nobody could try do not lead inboxes of orders that share an account elsewhere', async () => {
  const { moved, stays, save, connectionOf, present } = await twoThatShare('instantly')
  const kept = await present()
  sandbox.faults.add({ kind: '503', vendor: 'instantly', times: 50 })
  const values = await valuesFor('instantly', `another-key-of-${moved.name}`)
  expect(await save(values, { evenUntried: true })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Instantly does not answer right now/) },
  })
  sandbox.faults.clear()
  for (const { bundleId } of [moved, stays]) expect(await connectionOf(bundleId)).toBe(moved.connectionId)
  expect(await present()).toEqual(kept)
})

test('before anything is delivered another account is for the order alone, and a key that never worked is corrected for all', async () => {
  const person = await customer()
  const place = (connectionId?: string) =>
    createPaidOrder(deps, { customerId: person.id, names: { azure: [freshName()] }, connectionId })
  const first = await place()
  const second = await place(first.connectionId)
  const save = async (apiKey: string) =>
    person.patch(`/api/orders/groups/${first.bundleId}`, {
      basedOn: await detailsBasisOf(person, first.bundleId),
      sendingTool: { tool: 'instantly', values: await valuesFor('instantly', apiKey) },
    })
  const connectionOf = async ({ bundleId }: { bundleId: string }) =>
    (await db.select().from(bundles).where(eq(bundles.id, bundleId)))[0]?.connectionId
  await db.update(toolConnections).set({ state: 'refused' }).where(eq(toolConnections.id, first.connectionId))
  expect(await save(`a-key-of-${first.bundleId}`)).toMatchObject({ status: 200 })
  for (const order of [first, second]) expect(await connectionOf(order)).toBe(first.connectionId)

  expect(await save(`another-key-of-${first.bundleId}`)).toMatchObject({ status: 200 })
  expect(await connectionOf(first)).not.toBe(first.connectionId)
  expect(await connectionOf(second)).toBe(first.connectionId)
})

/** A delivered order of full domains, which are connected in so many milliseconds each; and how a move of it is asked. */
async function delivered(count: number, connectedInMs: number) {
  const person = await customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: Array.from({ length: count }, freshName) },
  })
  const ids = order.domains.map(({ id }) => id)
  const rows = await db.select().from(mailboxes).where(inArray(mailboxes.domainId, ids))
  await db.insert(mailboxLinks).values(
    rows.map(({ id }) => ({
      mailboxId: id,
      connectionId: order.connectionId,
      externalId: `ext-${id}`,
      confirmedAt: new Date(),
      connection: 'connected' as const,
    })),
  )
  const at = new Date()
  await db.update(domains).set({ status: 'done', deliveredAt: at }).where(inArray(domains.id, ids))
  await db.insert(domainEvents).values(
    order.domains.map(({ id, name }) => ({
      customerId: person.id,
      domainId: id,
      name,
      kind: 'tool',
      sentence: 'Connected',
      at,
      data: { since: new Date(at.getTime() - connectedInMs).toISOString() },
    })),
  )
  const save = async (more: object = {}) =>
    person.patch(`/api/orders/groups/${order.bundleId}`, {
      basedOn: await detailsBasisOf(person, order.bundleId),
      sendingTool: {
        tool: 'instantly',
        values: await valuesFor('instantly', `another-key-of-${order.bundleId}`),
      },
      ...more,
    })
  return { person, ...order, save }
}

test('the question counts inboxes as the dashboard does, and says how long the latest ones took', async () => {
  const { save, bundleId } = await delivered(5, 230_000)
  const asked = await save()
  expect(asked).toMatchObject({ status: 409, body: { details: { movesInboxes: 250 } } })
  expect(asked.body.message).toMatch(/^250 inboxes will be .+ This takes about 4 minutes\. /)
  // Nobody has ever been connected there: so many sign-ins to one tenant.
  expect(await expectedMove(db, bundleId, 'bison')).toBe(5 * 52 * 20_000)
})

test('while inboxes move, list and overview count those that the new place has', async () => {
  const { person, orderId, domains: names, save } = await delivered(2, 60_000)
  expect(await save({ movesInboxes: true })).toMatchObject({ status: 200 })
  const listed = async () => {
    const [order] = (await person.get('/api/orders')).body.orders
    return inboxProgress(order.domains)
  }
  const connected = async () => {
    const { setUp } = getOrderOverview.response.parse(
      (await person.get(`/api/orders/${orderId}/overview`)).body,
    )
    const { done, of, running } = setUp.find(({ stage }) => stage === 'tool') ?? {}
    return { done, of, running }
  }
  expect(await listed()).toEqual({ delivered: 0, sold: 100 })
  expect(await connected()).toEqual({ done: 0, of: 2, running: 2 })

  const [bundle] = await db.select().from(bundles).where(eq(bundles.orderId, orderId))
  const some = await db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.domainId, names[0]?.id ?? ''))
    .limit(12)
  await db.insert(mailboxLinks).values(
    some.map(({ id }) => ({
      mailboxId: id,
      connectionId: bundle?.connectionId ?? '',
      confirmedAt: new Date(),
    })),
  )
  expect(await listed()).toEqual({ delivered: 12, sold: 100 })
  await db
    .update(domains)
    .set({ changing: null })
    .where(eq(domains.id, names[0]?.id ?? ''))
  expect(await connected()).toEqual({ done: 1, of: 2, running: 1 })
})
