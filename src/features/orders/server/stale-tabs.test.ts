import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { detailsBasisOf, forwardingBasis, peopleBasis } from '#tests/server/based-on.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { payReinstatement, reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { changedMeanwhileMessages } from '../rules/changed-meanwhile.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})

const named = (...names: string[]) =>
  names.map((name) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    return { firstName, lastName }
  })
type Basis = Awaited<ReturnType<typeof peopleBasis>>
const changePeople = ({ person, names }: ManagedOrder, people: string[], basedOn: Basis) =>
  person.post(
    '/api/users/update-username',
    buildUsernameUpdate(
      named(...people),
      names.map((domain) => ({ domain, domainType: 'Azure' as const })),
      basedOn,
    ),
  )
const peopleOf = async ({ groupId }: ManagedOrder) => {
  const rows = await db
    .select()
    .from(personas)
    .where(and(eq(personas.bundleId, groupId), isNull(personas.removedAt)))
    .orderBy(personas.position)
  return rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
}
const mailboxesOf = ({ groupId }: ManagedOrder) =>
  db
    .select({ id: mailboxes.id, want: mailboxes.want, personaId: mailboxes.personaId })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(eq(domains.bundleId, groupId))
    .orderBy(mailboxes.id)

test('people who were added in one tab are not removed by a change from another that never saw them', async () => {
  const order = await paidOrder({}, false)
  const seen = await peopleBasis(order.person, order.groupId)
  const added = ['Jane Doe', 'John Roe', 'Mary Major', 'Nora Novak']
  expect((await changePeople(order, added, seen)).status).toBe(200)
  const before = await mailboxesOf(order)

  const stale = await changePeople(order, ['Jane Doe', 'Johnny Roe'], seen)
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      message: changedMeanwhileMessages.people,
      details: { groups: [{ groupId: order.groupId, people: named(...added) }], changed: { by: 'You' } },
    },
  })
  expect(await peopleOf(order)).toEqual(added)
  expect(await mailboxesOf(order)).toEqual(before)

  // From there it continues.
  const { groups } = stale.body.details as { groups: Basis }
  const renamed = ['Jane Doe', 'Johnny Roe', 'Mary Major', 'Nora Novak']
  expect((await changePeople(order, renamed, groups)).status).toBe(200)
  expect(await peopleOf(order)).toEqual(renamed)
})

test('a rename, and another order of the same people, are changes as well', async () => {
  const order = await paidOrder({}, false)
  const seen = await peopleBasis(order.person, order.groupId)
  for (const meanwhile of [
    ['Jane Doe', 'Johnny Roe'],
    ['John Roe', 'Jane Doe'],
  ]) {
    const now = await peopleBasis(order.person, order.groupId)
    expect((await changePeople(order, meanwhile, now)).status).toBe(200)
    expect((await changePeople(order, ['Jane Doe', 'Mary Major'], seen)).status).toBe(409)
    expect(await peopleOf(order)).toEqual(meanwhile)
  }
})

test('other mailboxes of the same people are such a change too, and what they have is told', async () => {
  const order = await paidOrder({}, false)
  const { person, groupId } = order
  // As an order has that was brought in.
  await db.update(personas).set({ azurePerDomain: 20 }).where(eq(personas.bundleId, groupId))
  const seen = await peopleBasis(person, groupId)
  for (const people of [['Jane Doe'], ['Jane Doe', 'John Roe']])
    expect((await changePeople(order, people, await peopleBasis(person, groupId))).status).toBe(200)
  const [now] = await peopleBasis(person, groupId)
  expect(now?.people.map(({ azure }) => azure)).toEqual([26, 26])
  const before = await mailboxesOf(order)

  const stale = await changePeople(order, ['Jane Doe', 'Mary Major'], seen)
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      message: changedMeanwhileMessages.numbers,
      details: { groups: [now], changed: { by: 'You' } },
    },
  })
  expect(await peopleOf(order)).toEqual(['Jane Doe', 'John Roe'])
  expect(await mailboxesOf(order)).toEqual(before)

  const { groups } = stale.body.details as { groups: Basis }
  expect((await changePeople(order, ['Jane Doe', 'Mary Major'], groups)).status).toBe(200)
})

test('an order that came back with other people meanwhile names who asked for that, and when', async () => {
  const order = await paidOrder({}, false)
  const { person, names, groupId } = order
  const seen = await peopleBasis(person, groupId)
  expect((await changePeople(order, ['Jane Doe', 'Johnny Roe'], seen)).status).toBe(200)
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  await payReinstatement(
    world,
    person,
    await person.post('/api/orders/reinstate', reinstatementOf(names, groupId)),
  )
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, groupId), eq(auditLog.action, 'order.reinstatement_asked')))
  expect(await changePeople(order, ['Jane Doe', 'Mary Major'], seen)).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      details: {
        groups: [{ groupId, people: named('Jane Doe', 'Rita Return') }],
        changed: { by: 'You', at: entry?.at.toISOString() },
      },
    },
  })
})

test('a change that does not say who the people of each of its orders were is not taken', async () => {
  const order = await paidOrder({}, false)
  expect((await changePeople(order, ['Jane Doe'], [])).status).toBe(422)
  const [body] = buildUsernameUpdate(
    named('Jane Doe'),
    [{ domain: order.names[0] as string, domainType: 'Azure' }],
    [],
  )
  const { basedOn, ...without } = body as { basedOn: unknown }
  expect((await order.person.post('/api/users/update-username', [without])).status).toBe(400)
  expect(await peopleOf(order)).toEqual(['Jane Doe', 'John Roe'])
})

test('what is set up in the meantime is no such change', async () => {
  const order = await paidOrder({}, false)
  const { person, groupId, names } = order
  const people = await peopleBasis(person, groupId)
  const basedOn = await forwardingBasis(person)
  const details = await detailsBasisOf(person, groupId)
  for (const name of names) await reconcileUntilDone(name)
  expect(await detailsBasisOf(person, groupId)).toEqual(details)
  expect((await changePeople(order, ['Jane Doe', 'Mary Major'], people)).status).toBe(200)
  expect(
    await person.post('/api/domains/update-forwarding', {
      domains: names,
      forwardingDomain: 'example.com/moved',
      basedOn,
    }),
  ).toMatchObject({ status: 200 })
})

test('a forwarding that was changed in one tab is not changed back by another that never saw it', async () => {
  const { person, names } = await paidOrder()
  const [one = '', two = ''] = names
  const seen = await forwardingBasis(person)
  const send = (body: object) =>
    person.post('/api/domains/update-forwarding', { domains: names, basedOn: seen, ...body })
  expect((await send({ domains: [one], forwardingDomain: 'example.com/new' })).status).toBe(200)
  for (const body of [
    { forwardingDomain: 'example.com/stale' },
    { forwardingDomains: { [one]: 'example.com/stale', [two]: 'example.com/stale' } },
  ])
    expect(await send(body)).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        details: {
          forwarding: { [one]: 'https://example.com/new', [two]: seen[two] },
          changed: { by: 'You' },
        },
      },
    })
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  expect((await domainRow(one))?.forwardingUrl).toBe('https://example.com/new')
  expect((await domainRow(two))?.forwardingUrl).toBe(seen[two])
})

test('details that were corrected in one tab stay, whatever part of them another tab corrects', async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  const url = `/api/orders/groups/${groupId}`
  const instantly = (apiKey: string) => ({
    tool: 'instantly',
    values: {
      username: 'ops@acme.test',
      password: 'Secret-2',
      workspace: workspaceOf(apiKey).name,
      apiKey,
    },
  })
  const corrections = [
    { companyName: 'Renamed Inc' },
    { forwardingDomain: 'example.com/patched' },
    { sendingTool: instantly('plausible-key-2') },
    { sendingTool: instantly('plausible-key-3') },
  ]
  for (const correction of corrections) {
    const seen = await detailsBasisOf(person, groupId)
    expect(await person.patch(url, { basedOn: seen, ...correction })).toMatchObject({ status: 200 })
    const now = (await person.get(url)).body
    const stale = { basedOn: seen, companyName: 'Too Late', forwardingDomain: 'example.com/stale' }
    expect(await person.patch(url, stale)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', details: { changed: { by: 'You' } } },
    })
    const after = (await person.get(url)).body
    expect(after.basis).toEqual(now.basis)
    expect(after.basis).not.toEqual(seen)
  }
  for (const name of names) expect((await domainRow(name))?.forwardingUrl).toBe('https://example.com/patched')
})
