import { beforeAll, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { HistoryEntry } from '../../api/console-customer.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { paidOrder } = manageOrders(world)
const pages = paymentPages(world)
const { payments } = stripeActs(world)
let support: TestStaff
beforeAll(async () => {
  support = await joinedStaff(world, 'support')
})

const at = (id: string, part = '') => `/api/operator/customers/${id}${part}`
const factsOf = async (id: string) => (await support.get(at(id))).body
const close = (id: string) => support.post(at(id, '/close'), {})
const silent = () => sandbox.faults.add({ kind: 'drop', vendor: 'stripe', times: 1_000 })
const onCommandLine = (email: string) =>
  runCommand(commands, ['customer', 'close', '--email', email, '--yes'], async () => deps)

test('a closing that Stripe did not let finish is told from others, and is finished once it answers', async () => {
  const order = await paidOrder({}, false)
  const { id, email } = order.person
  const { customer: externalId } = await payments(order)
  silent()
  const { status, body } = await close(id)
  expect(status).toBe(503)
  expect(body.message).toContain('Finish the closing once Stripe answers.')
  expect(body.message).not.toMatch(/npm run|--/)
  expect(await factsOf(id)).toMatchObject({ state: 'closed', groups: 0, isClosingUnfinished: true })
  expect(await pages.running(externalId)).toHaveLength(1)
  // As often as one likes, from either side, while nothing answers.
  expect((await close(id)).status).toBe(503)
  const typed = await onCommandLine(email)
  expect(typed).toMatchObject({ exitCode: 1 })
  expect(typed.err).toContain(`npm run operator -- customer close --email ${email} --yes`)
  expect(await factsOf(id)).toMatchObject({ isClosingUnfinished: true })

  sandbox.faults.clear()
  expect((await close(id)).body.message).toContain(`${email} is closed`)
  expect(await factsOf(id)).toMatchObject({ state: 'closed', isClosingUnfinished: false })
  expect(await pages.running(externalId)).toEqual([])
  expect(await lastMail(deps, email)).toContain('your account is closed')
  const history = (await support.get(at(id, '/history'))).body.rows as HistoryEntry[]
  expect(history.find(({ sentence }) => sentence === 'Closed the account')).toMatchObject({ by: 'staff' })
})

test('a closing that the command line finishes is not offered any more', async () => {
  const { person } = await paidOrder({}, false)
  silent()
  await close(person.id)
  sandbox.faults.clear()
  expect(await onCommandLine(person.email)).toMatchObject({ exitCode: 0 })
  expect(await factsOf(person.id)).toMatchObject({ isClosingUnfinished: false })
})

test('an account that is opened again, or is only to be erased, has no closing to finish', async () => {
  const { person } = await paidOrder({}, false)
  silent()
  await close(person.id)
  sandbox.faults.clear()
  await support.post(at(person.id, '/reopen'), {})
  expect(await factsOf(person.id)).toMatchObject({ state: 'active', isClosingUnfinished: false })
  expect((await close(person.id)).status).toBe(200)
  expect(await factsOf(person.id)).toMatchObject({ state: 'closed', isClosingUnfinished: false })
  const erased = await customer()
  await support.post(at(erased.id, '/erase'), { typed: erased.email })
  expect(await factsOf(erased.id)).toMatchObject({ isClosingUnfinished: false })
})
