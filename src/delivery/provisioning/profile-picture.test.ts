import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainEvents, domainNames, orders } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { pictureProblems } from '#features/people/rules/profile-picture-link.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

/** What Google Drive answers with; nobody else is asked by that name. */
let drive = () => new Response('', { status: 404 })
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) =>
    String(url).startsWith('https://drive.google.com/') ? drive() : sandbox.fetch(url, init),
})
const { deps, customer } = world
const { db } = deps
const jpeg = () => new Response(new Uint8Array([0xff, 0xd8, 0xff]))
const shared = 'https://drive.google.com/file/d/1a2b3c4d5e6f7g/view'

test('a picture that cannot be read is told where it is corrected, and is said to be set only once it is', async () => {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id, tool: 'other' })
  await db.update(orders).set({ profilePictureLink: shared }).where(eq(orders.id, order.orderId))
  const path = `/api/orders/groups/${order.bundleId}`
  const details = async () => (await person.get(path)).body
  const name = order.domains[0]?.name ?? ''
  const run = async () => {
    for (let round = 0; round < 12; round++) if ((await world.reconcile(name)) === 'done') return
  }
  const told = async () => {
    const events = await db
      .select()
      .from(domainEvents)
      .where(and(eq(domainEvents.name, name), eq(domainEvents.kind, 'photo')))
    return events.map(({ sentence }) => sentence)
  }
  await run()
  const failed = `The profile picture was not set. ${pictureProblems.unshared}`
  expect(await told()).toEqual([failed])
  // It holds up nothing else.
  expect(await details()).toMatchObject({ pictureProblem: 'unshared' })

  const corrected = 'https://drive.google.com/file/d/7g6f5e4d3c2b1a/view'
  drive = jpeg
  const sent = { basedOn: (await details()).basis, profilePictureLink: corrected }
  expect((await person.patch(path, sent)).status).toBe(200)
  await run()
  expect(await told()).toEqual([failed, 'Profile picture set'])
  expect(await details()).toMatchObject({ pictureProblem: null, profilePictureLink: corrected })

  const seen = { basedOn: sent.basedOn, profilePictureLink: '' }
  expect((await person.patch(path, seen)).status).toBe(409)
})

test('one that is shared later is tried again within a day, and told once meanwhile', async () => {
  drive = () => new Response('', { status: 404 })
  const { id } = await customer()
  const order = await createPaidOrder(deps, { customerId: id, tool: 'other' })
  await db.update(orders).set({ profilePictureLink: shared }).where(eq(orders.id, order.orderId))
  const name = order.domains[0]?.name ?? ''
  const run = async () => {
    for (let round = 0; round < 12; round++) if ((await world.reconcile(name)) === 'done') return
  }
  const dayLater = async () => {
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    const facts = required(row, 'the name').facts as { photo: object }
    const { photo } = facts
    const old = { ...photo, at: new Date(Date.now() - 24 * 3600_000).toISOString() }
    await db
      .update(domainNames)
      .set({ facts: { ...facts, photo: old }, nextRunAt: new Date() })
      .where(eq(domainNames.name, name))
    await run()
    const events = await db.select().from(domainEvents).where(eq(domainEvents.name, name))
    return events.filter(({ kind }) => kind === 'photo').map(({ sentence }) => sentence)
  }
  await run()
  const failed = `The profile picture was not set. ${pictureProblems.unshared}`
  expect(await dayLater()).toEqual([failed])
  drive = jpeg
  expect(await dayLater()).toEqual([failed, 'Profile picture set'])
})
