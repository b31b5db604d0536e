import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { domainNames, mailboxes, providerAccounts } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { accountUse } from '#delivery/provisioning/placement.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { vendorDifferences } from '#delivery/provisioning/testing/vendor-state.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { formerMailboxesMax } from '../rules/former-mailboxes.ts'
import { changePeople } from './change-people.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const besides = keepOthers(db)

afterEach(() => sandbox.faults.clear())

async function order(source: 'own' | 'bought', platform: 'azure' | 'google' = 'azure') {
  const { id: customerId } = await world.customer()
  const held = await createPaidOrder(deps, {
    customerId,
    source,
    tool: 'other',
    plan: platform,
    names: { [platform]: [freshName()] },
  })
  await besides(customerId, 'customer and order')
  const name = held.domains[0]?.name as string
  const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const change = (n: number, context: 'orders' | 'reinstate' = 'orders') =>
    db.transaction((tx) =>
      changePeople(deps, tx, held.bundleId, [{ firstName: `Mia${letters(n)}`, lastName: 'Lind' }], context),
    )
  const rows = () => db.select().from(mailboxes).where(eq(mailboxes.name, name))
  return { name, change, rows }
}

/** What an account is counted to hold. */
async function useOf(accountId: string) {
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
  return accountUse(required(account, 'the account'))
}

test('mailboxes that no host was ever asked for go at once when their person does, and take no place from others', async () => {
  const { name, change, rows } = await order('own')
  // Placed; its owner's name servers point elsewhere, so nothing is made.
  await world.reconcile(name)
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const before = await useOf(row?.providerAccountId as string)
  for (let n = 0; n < 8; n++) await change(n)
  expect((await rows()).map(({ want }) => want)).toEqual(Array(52).fill('active'))
  expect(await useOf(row?.providerAccountId as string)).toEqual(before)
})

test('a mailbox whose creation was never answered is kept when its person goes, and is disabled at the host', async () => {
  const { name, change, rows } = await order('bought', 'google')
  sandbox.faults.add({ vendor: 'google', kind: 'lost_answer', method: 'POST', path: '/users', times: 1_000 })
  const asked = async () => (await rows()).some(({ toldAt }) => toldAt !== null)
  for (let round = 0; !(await asked()); round++) {
    expect(round).toBeLessThan(20)
    await world.reconcile(name)
    await answerWorkItems(deps, sandbox)
  }
  expect((await rows()).every(({ externalId }) => externalId === null)).toBe(true)
  await change(0)
  expect((await rows()).filter(({ want }) => want === 'disabled')).toHaveLength(3)
  sandbox.faults.clear()
  const differences = async () => {
    await answerWorkItems(deps, sandbox)
    await world.reconcile(name)
    return vendorDifferences(deps, sandbox, name)
  }
  await expect.poll(differences, { timeout: 30_000 }).toEqual([])
})

test('what was removed and is kept may be a few times what a domain has; beyond that nothing changes, and it is said why', async () => {
  const { name, change, rows } = await order('bought')
  const made = () =>
    db
      .update(mailboxes)
      .set({ toldAt: new Date(), externalId: sql`id`, hostState: 'active' })
      .where(eq(mailboxes.name, name))
  for (let n = 0; n < 5; n++) {
    await made()
    await change(n)
  }
  await made()
  await expect(change(5)).rejects.toThrow(`The people of ${name} have been changed so often`)
  const kept = (await rows()).filter(({ want }) => want === 'disabled')
  expect(kept).toHaveLength(formerMailboxesMax('azure'))
  // What a reinstatement was paid for is done all the same.
  await change(5, 'reinstate')
  expect((await rows()).filter(({ want }) => want === 'disabled').length).toBeGreaterThan(
    formerMailboxesMax('azure'),
  )
})
