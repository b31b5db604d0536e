import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, domainEvents, mailboxes } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone as untilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { vendorDifferences } from '#delivery/provisioning/testing/vendor-state.ts'
import { peopleBasis } from '#tests/server/based-on.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import type { ListedMailbox } from '../api/mailboxes.ts'
import { formerMailboxesMax } from '../rules/former-mailboxes.ts'
import { buildUsernameUpdate } from '../rules/username-update.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const besides = keepOthers(db)
const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')
const reconcileUntilDone = (name: string) =>
  untilDone(world, name, { ends: ['done', 'nothing'], meanwhile: () => answerWorkItems(deps, sandbox) })

async function order(platform: 'azure' | 'google' = 'azure') {
  const person = await world.customer()
  const name = freshName()
  const { bundleId } = await createPaidOrder(deps, {
    customerId: person.id,
    tool: 'instantly',
    plan: platform,
    names: { [platform]: [name] },
    people: [
      ['Jane', 'Doe'],
      ['John', 'Roe'],
    ],
    ...(platform === 'azure' && { mailboxesPerDomain: 4 }),
  })
  await reconcileUntilDone(name)
  await besides(person.id, 'customer and order')
  const list = async () =>
    (await person.get(`/api/mailboxes?domain=${name}`)).body as {
      mailboxes: ListedMailbox[]
      people: { id: string; fullName: string }[]
    }
  const swap = (address: string, personId: string) =>
    person.post('/api/mailboxes/swap', { address, personId })
  const rows = () => db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const idOf = async (fullName: string) =>
    required(
      (await list()).people.find((each) => each.fullName === fullName),
      fullName,
    ).id
  return { person, name, bundleId, list, swap, rows, idOf }
}
const inTool = (name: string) =>
  accounts
    .entries()
    .map(({ id }) => id)
    .filter((id) => id.endsWith(`@${name}`))
    .sort()

test.each(['azure', 'google'] as const)(
  'a mailbox on %s is swapped for one with another address, which is made, connected and told; the old one is kept disabled',
  async (platform) => {
    const { name, bundleId, list, swap, rows } = await order(platform)
    const before = await list()
    const old = required(before.mailboxes[0], 'a mailbox')
    expect(old.isReady).toBe(true)
    const answer = await swap(old.address, old.personId)
    expect(answer.status).toBe(200)
    const to = answer.body.address as string
    expect(answer.body.message).toBe(`${to} is being set up in the place of ${old.address}.`)
    expect((await list()).mailboxes.find(({ address }) => address === to)).toMatchObject({
      fullName: old.fullName,
      isReady: false,
    })
    await reconcileUntilDone(name)
    const after = await list()
    expect(after.mailboxes).toHaveLength(before.mailboxes.length)
    expect(after.mailboxes.every(({ isReady }) => isReady)).toBe(true)
    expect(inTool(name)).toEqual(after.mailboxes.map(({ address }) => address).sort())
    expect(inTool(name)).not.toContain(old.address)
    expect((await rows()).find(({ localPart }) => old.address.startsWith(`${localPart}@`))).toMatchObject({
      want: 'disabled',
      hostState: 'disabled',
      swappedAt: expect.any(Date),
    })
    expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
    const told = await db.select().from(domainEvents).where(eq(domainEvents.name, name))
    expect(told.map(({ sentence }) => sentence)).toContain(`${to} takes the place of ${old.address}`)
    const [noted] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, bundleId), eq(auditLog.action, 'mailbox.swapped')))
    expect(noted).toMatchObject({ actor: 'customer', data: { from: old.address, to } })
    // Said twice, it is done once.
    expect((await swap(old.address, old.personId)).status).toBe(404)
  },
)

test('one that is swapped for another person’s stays so when people are changed, and leaves with either of them', async () => {
  const { person, name, bundleId, list, swap, rows, idOf } = await order()
  const john = await idOf('John Roe')
  const janes = (await list()).mailboxes.filter(({ fullName }) => fullName === 'Jane Doe')
  const old = required(janes[0], 'one of Jane’s').address
  const to = (await swap(old, john)).body.address as string
  expect((await list()).mailboxes.find(({ address }) => address === to)).toMatchObject({ personId: john })
  await reconcileUntilDone(name)
  const addresses = async () => (await list()).mailboxes.map(({ address }) => address).sort()
  const settled = await addresses()

  const change = async (people: { firstName: string; lastName: string }[]) => {
    const update = buildUsernameUpdate(
      people,
      [{ domain: name, domainType: 'Azure' }],
      await peopleBasis(person, bundleId),
    )
    expect((await person.post('/api/users/update-username', update)).status).toBe(200)
    await reconcileUntilDone(name)
  }
  const [jane, johnRoe] = [
    { firstName: 'Jane', lastName: 'Doe' },
    { firstName: 'John', lastName: 'Roe' },
  ]
  // The same shares, in another order of names.
  await change([johnRoe, jane])
  expect((await addresses()).filter((address) => address === to)).toEqual([to])
  expect(await addresses()).not.toContain(old)
  expect(settled).toContain(to)
  await change([jane, { firstName: 'Mia', lastName: 'Lind' }])
  expect((await list()).mailboxes.every(({ fullName }) => fullName !== 'John Roe')).toBe(true)
  const disabled = (await rows()).find(({ localPart }) => to.startsWith(`${localPart}@`))
  expect(disabled).toMatchObject({ want: 'disabled' })
  expect(await addresses()).not.toContain(old)
  expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
})

test('a person of another order, a mailbox of another customer and an address that is none are refused', async () => {
  const { list, swap } = await order()
  const other = await order()
  const own = required((await list()).mailboxes[0], 'a mailbox')
  const theirs = required((await other.list()).mailboxes[0], 'a mailbox')
  expect((await swap(own.address, theirs.personId)).status).toBe(422)
  expect((await swap(theirs.address, own.personId)).status).toBe(404)
  expect((await swap('@', own.personId)).status).toBe(404)
  expect((await swap('nobody', own.personId)).status).toBe(404)
})

test('so many may be swapped as removed mailboxes may be kept; beyond that nothing changes', async () => {
  const { name, list, swap, rows } = await order('google')
  const made = () =>
    db.update(mailboxes).set({ toldAt: new Date(), hostState: 'active' }).where(eq(mailboxes.name, name))
  for (let n = 0; n < formerMailboxesMax('google'); n++) {
    const one = required((await list()).mailboxes[0], 'a mailbox')
    expect((await swap(one.address, one.personId)).status).toBe(200)
    await made()
  }
  const one = required((await list()).mailboxes[0], 'a mailbox')
  const refused = await swap(one.address, one.personId)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain(`The people of ${name} have been changed so often`)
  expect((await rows()).filter(({ want }) => want === 'disabled')).toHaveLength(formerMailboxesMax('google'))
})
