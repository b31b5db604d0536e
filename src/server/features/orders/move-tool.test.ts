import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { InstantlyAccount, InstantlyWorkspace } from '../../../sandbox/instantly/state.ts'
import { workspaceOf } from '../../../sandbox/instantly/workspace-of.ts'
import type { SmartleadAccount } from '../../../sandbox/smartlead/state.ts'
import { bundles } from '../../db/schema/index.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { detailsBasisOf } from '../../testing/based-on.ts'
import { createPaidOrder } from '../../testing/paid-order.ts'
import { freshName } from '../../testing/place-order.ts'
import { createTestWorld } from '../../testing/test-world.ts'

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
  return { person, moved, stays, save, connectionOf }
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
      /^2 inboxes will be disconnected from .+ and connected to .+\. This takes about 1 minute\. .*Other orders that use .+ keep it\.$/,
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
