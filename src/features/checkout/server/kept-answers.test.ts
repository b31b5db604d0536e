import { expect, test } from 'vitest'
import type { Endpoint } from '#base/api/endpoint.ts'
import { ownershipRecord } from '#features/names/api/claims.ts'
import {
  addDomain,
  lookAtStanding,
  prepareOwnNames,
  previewNames,
  searchDomain,
  verifyAvailability,
} from '#features/names/api/find-domains.ts'
import { createOrder } from '#features/ordering/api/create-order.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { listConnections, saveConnection } from '#features/tools/api/connections.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { setNameServers } from '#vendors/sandbox/names/registered-names.ts'
import { confirmPayment, createCheckoutSession, quoteOrder, readRoom } from '../api/payments.ts'

const world = await createTestWorld()
const { customer, deps, sandbox } = world
type Person = Awaited<ReturnType<typeof customer>>

/** As the pages do it: asked again until nothing is being checked. */
async function untilKnown(person: Person, { path }: Endpoint, body: object) {
  for (;;) {
    const answer = await person.post(path, body)
    expect(answer.status).toBe(200)
    if (answer.body.results.every(({ state }: { state: string }) => state !== 'checking')) return answer.body
  }
}

test('what is said of names is what the component tests of finding them begin with', async () => {
  const ada = await customer()
  const found = await untilKnown(ada, searchDomain, { domain: 'fenwickmail.com' })
  const { results } = await keepAnswer(searchDomain, 'found-names', found)
  expect(results[0]).toMatchObject({ domain: 'fenwickmail.com', state: 'available' })
  const google = await untilKnown(ada, searchDomain, { domain: 'google.com' })
  expect((await keepAnswer(searchDomain, 'taken-name', google)).domainAlreadyExists).toBe(true)
  const wanted = await untilKnown(ada, previewNames, { domains: ['google.com', 'fenwickmail.com'] })
  await keepAnswer(previewNames, 'wanted-names', wanted)

  const verify = (domains: string[], is_user_own: 'yes' | 'no') =>
    ada.post(verifyAvailability.path, { domains, is_user_own })
  const bought = await verify(['fenwickmail.com', 'premiumgarden.com'], 'no')
  await keepAnswer(verifyAvailability, 'verified-names', bought.body)

  const held = completeDraft()
  held.domains.purchase.azure = ['acmeheld.com', 'acmekept.com']
  expect((await takeOrder(await customer(), held)).status).toBe(200)
  const own = await verify(['fenwickmail.dev', 'acmeheld.com'], 'yes')
  const kept = await keepAnswer(verifyAvailability, 'own-names', own.body)
  expect(kept.results.map(({ available }) => available)).toEqual([true, false])
  for (const [name, domain] of Object.entries({ 'own-name': 'fenwickmail.dev', 'held-name': 'acmeheld.com' }))
    await keepAnswer(addDomain, name, (await ada.post(addDomain.path, { domain })).body)
  for (const [name, to] of [
    ['fenwickhere.dev', deps.config.nameServers],
    ['fenwickaway.dev', ['ns1.elsewhere.net', 'ns2.elsewhere.net']],
  ] as const)
    setNameServers(sandbox.world, name, to)
  const domains = ['fenwickaway.dev', 'fenwickhere.dev']
  const prepared = await ada.post(prepareOwnNames.path, { domains })
  const add: string[] = prepared.body.results[1].add
  await keepAnswer(
    prepareOwnNames,
    'prepared-names',
    prepared.body,
    Object.fromEntries(add.map((host, at) => [host, `ns-${at + 1}a2b3c4d.dnsimple-verify.com`])),
  )
  const standing = await ada.post(lookAtStanding.path, { domains: ['acme.com'] })
  await keepAnswer(lookAtStanding, 'standing-records', standing.body)
  const record = await ada.post(ownershipRecord.path, { domain: 'acmeheld.com' })
  await keepAnswer(ownershipRecord, 'ownership-record', record.body, {
    [record.body.value]: 'inboxyard-verify=a1b2c3',
  })
})

test('what is said of an order is what the component tests of reviewing and paying it begin with', async () => {
  const ada = await customer({ email: 'ada@example.test' })
  const draft = completeDraft()
  const names = ['fenwickmail.com', 'fenwickpost.com']
  draft.domains.purchase.azure = names
  const price = { plan: 'azure', orderCount: 1, domainOption: 'purchase', isReserve: false, domains: names }
  const quoted = await ada.post(quoteOrder.path, { ...price, promotionCode: 'LAUNCH60' })
  expect((await keepAnswer(quoteOrder, 'quote-with-code', quoted.body)).totalCents).toBe(32_40)
  await keepAnswer(readRoom, 'room', (await ada.get(readRoom.path)).body)
  await keepAnswer(readReserve, 'no-spares', (await ada.get(readReserve.path)).body)

  const values = {
    username: 'ops@acme.test',
    password: 'Secret-1',
    workspace: workspaceOf('instantly-key-1').name,
    workspaceId: '',
    apiKey: 'instantly-key-1',
  }
  const credentials = { tool: 'instantly', values }
  await keepAnswer(
    saveConnection,
    'saved-connection',
    (await ada.post(saveConnection.path, { plan: 'azure', credentials })).body,
  )
  await keepAnswer(listConnections, 'connections', (await ada.get(listConnections.path)).body)

  const taken = await takeOrder(ada, draft)
  await keepAnswer(createOrder, 'taken-order', taken.body)
  const { body: opened } = await ada.post(createCheckoutSession.path, checkoutFor(ada, draft, taken))
  const session = opened.url.slice(opened.url.lastIndexOf('/') + 1)
  await keepAnswer(createCheckoutSession, 'opened-checkout', opened, {
    [opened.url]: 'https://checkout.example.test/pay/cs_1',
    [session]: 'cs_1',
  })
  const confirmation = async () => (await ada.get(`${confirmPayment.path}?session_id=${session}`)).body
  const open = await keepAnswer(confirmPayment, 'open-payment', await confirmation())
  expect(open.status).toBe('verifying')
  await press(world, opened.url, 'pay')
  const paid = await keepAnswer(confirmPayment, 'paid-payment', await confirmation())
  expect(paid.status).toBe('paid')

  const second = completeDraft()
  const again = await takeOrder(ada, second)
  const { body } = await ada.post(createCheckoutSession.path, checkoutFor(ada, second, again))
  const left = body.url.slice(body.url.lastIndexOf('/') + 1)
  await deps.vendors.payments.expireCheckout(left)
  const expired = (await ada.get(`${confirmPayment.path}?session_id=${left}`)).body
  expect((await keepAnswer(confirmPayment, 'expired-payment', expired)).status).toBe('expired')
})
