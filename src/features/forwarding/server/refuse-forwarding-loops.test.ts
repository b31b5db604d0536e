import { describe, expect, test } from 'vitest'
import { fillMessage } from '#base/text/message.ts'
import { buildOrder } from '#features/ordering/rules/build-order.ts'
import { createOrder } from '#features/ordering/server/create-order.ts'
import { buildReinstatement } from '#features/reinstatement/rules/reinstate-request.ts'
import { detailsBasisOf, forwardingBasis } from '#tests/server/based-on.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { beforeCommit, meet } from '#tests/server/meet.ts'
import { completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { forwardingLoopMessages, namesAbove } from './refuse-forwarding-loops.ts'
import { updateForwarding } from './update-forwarding.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder, domainRow } = manageOrders(world, { beside: 'customer and order' })
const toOwn = (d: string | undefined) => ({
  status: 422,
  body: { message: fillMessage(forwardingLoopMessages.toOwnDomain, { d: d ?? '' }) },
})
const isTarget = (d: string) => ({
  status: 422,
  body: { message: fillMessage(forwardingLoopMessages.ownDomainIsTarget, { d }) },
})

test('a new order leads to none of the account’s domains, nor to one of its own, nor below one', async () => {
  const { person, names } = await paidOrder({}, false)
  for (const forwardUrl of [`https://${names[0]}`, `www.${names[0]}`, `http://deep.er.${names[0]}/path`])
    expect(await takeOrder(person, { ...completeDraft(), forwardUrl })).toMatchObject(toOwn(names[0]))
  const draft = completeDraft()
  const [itself] = draft.domains.purchase.azure
  expect(await takeOrder(person, { ...draft, forwardUrl: `www.${itself}` })).toMatchObject(toOwn(itself))
  const own = completeDraft({ domainOption: 'own' })
  const [alsoItself] = own.domains.own.azure
  expect(await takeOrder(person, { ...own, forwardUrl: `${alsoItself}` })).toMatchObject(toOwn(alsoItself))
  // What only looks alike is somewhere else.
  expect((await takeOrder(person, { ...draft, forwardUrl: `https://my${names[0]}` })).status).toBe(200)
})

test('a domain of someone else is as good a place to forward to as any', async () => {
  const other = await paidOrder({}, false)
  const { person } = await paidOrder({}, false)
  const draft = { ...completeDraft(), forwardUrl: `https://${other.names[0]}` }
  expect((await takeOrder(person, draft)).status).toBe(200)
})

test('a changed forwarding leads to none of them, for one, for many and in a corrected order', async () => {
  const { person, names, groupId } = await paidOrder()
  const [one = '', two = ''] = names
  const basedOn = await forwardingBasis(person)
  expect(
    await person.post('/api/domains/update-forwarding', {
      domains: [one],
      forwardingDomain: `www.${two}`,
      basedOn,
    }),
  ).toMatchObject(toOwn(two))
  expect(
    await person.post('/api/domains/update-forwarding', {
      domains: names,
      forwardingDomains: { [one]: 'https://example.com/a', [two]: `https://${two}` },
      basedOn,
    }),
  ).toMatchObject(toOwn(two))
  expect(
    await person.patch(`/api/orders/groups/${groupId}`, {
      basedOn: await detailsBasisOf(person, groupId),
      forwardingDomain: one,
      companyName: 'Not Saved Either',
    }),
  ).toMatchObject(toOwn(one))
  const details = (await person.get(`/api/orders/groups/${groupId}`)).body
  expect(details.companyName).toBe('Acme 42')
  expect((await domainRow(one))?.forwardingUrl).toBe('https://example.com')
})

test('a name that is already forwarded to becomes no sending domain, ordered or as a replacement', async () => {
  const { person, names } = await paidOrder()
  // Of one under .co no registry says that it is nobody's.
  const target = freshName('co')
  await person.post('/api/domains/update-forwarding', {
    domains: names,
    forwardingDomain: `https://www.${target}/start`,
    basedOn: await forwardingBasis(person),
  })
  const draft = completeDraft()
  const [, second = ''] = draft.domains.purchase.azure
  const azure = [target, second]
  const ordered = await takeOrder(person, {
    ...draft,
    domains: { ...draft.domains, purchase: { ...draft.domains.purchase, azure } },
  })
  expect(ordered).toMatchObject(isTarget(target))
  const replaced = await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: target, isUserAdded: true },
  ])
  expect(replaced.status).toBe(422)
  expect(await domainRow(target)).toBeUndefined()
})

test('a reinstated order leads to none of them, and does not come back while it is forwarded to', async () => {
  const { person, names, groupId } = await paidOrder({}, false)
  const [name = ''] = names
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  const ask = (forwardingUrl: string) =>
    person.post(
      '/api/orders/reinstate',
      buildReinstatement(
        names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId })),
        {
          forwardingUrl,
          companyName: 'Acme 42',
          people: [{ firstName: 'Jane', lastName: 'Doe' }],
          profilePictureLink: '',
          tool: { tool: 'other', values: {}, connectionId: undefined },
        },
        names.map(() => ({ platform: 'azure', before: [] })),
      ),
    )
  expect(await ask(`https://www.${name}`)).toMatchObject(toOwn(name))
  // A cancelled name sends nobody anywhere.
  expect((await takeOrder(person, { ...completeDraft(), forwardUrl: `https://${name}` })).status).toBe(200)
  expect(await ask('https://example.com/back')).toMatchObject(isTarget(name))
})

describe('of an order and a forwarding that lead in a circle and are asked for at once, the later one is refused', () => {
  async function circle() {
    const { person, names } = await paidOrder({}, false)
    const draft = completeDraft()
    const [domain = '', target = ''] = [names[0], draft.domains.purchase.azure[0]]
    return { person, draft, domain, target, forwardingUrl: `https://www.${target}` }
  }

  test('where that is the order', async () => {
    const { person, draft, domain, target, forwardingUrl } = await circle()
    const wish = { domain, forwardingUrl, basedOn: 'https://example.com' }
    const [change, ordered] = await meet(
      db,
      beforeCommit(db, (tx) => updateForwarding({ ...deps, db: tx }, person.id, [wish])),
      () => takeOrder(person, draft),
    )
    expect(change).not.toBeInstanceOf(Error)
    expect(ordered).toMatchObject(isTarget(target))
    expect(await domainRow(target)).toBeUndefined()
  })

  test('where that is the forwarding', async () => {
    const { person, draft, domain, target, forwardingUrl } = await circle()
    const order = buildOrder(draft)
    if (!order.ok) throw new Error(order.problem.message)
    const wish = {
      domains: [domain],
      forwardingDomain: forwardingUrl,
      basedOn: await forwardingBasis(person),
    }
    const [created, changed] = await meet(
      db,
      beforeCommit(db, (tx) => createOrder({ ...deps, db: tx }, person.id, order.value, 'all')),
      () => person.post('/api/domains/update-forwarding', wish),
    )
    expect(created).not.toBeInstanceOf(Error)
    expect(changed).toMatchObject(toOwn(target))
    expect((await domainRow(domain))?.forwardingUrl).toBe('https://example.com')
  })
})

test('a URL leads through its host and every name above it', () => {
  expect(namesAbove('https://www.Acme.com/path?x=1')).toEqual(['www.acme.com', 'acme.com'])
  expect(namesAbove('http://a.b.acme.co:8080')).toEqual(['a.b.acme.co', 'b.acme.co', 'acme.co'])
  expect(namesAbove('no url')).toEqual([])
})
