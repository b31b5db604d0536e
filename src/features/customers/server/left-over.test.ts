import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { customers, subscriptions } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { readChecks, runChecks } from '#features/checks/api/console-checks.ts'
import type { Finding } from '#features/checks/rules/checks.ts'
import { type Alarm, consoleHome } from '#features/home/api/console-home.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { CustomerFacts } from '../api/console-customer.ts'
import { hasClosingToFinish } from '../rules/closing-to-finish.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { processEvents } = stripeActs(world)
let support: TestStaff
let technician: TestStaff
beforeAll(async () => {
  support = await joinedStaff(world, 'support')
  technician = await joinedStaff(world, 'technician')
})

const closedHalfWay = async () => {
  const { person } = await paidOrder({}, false)
  await db
    .update(customers)
    .set({ eraseDueAt: new Date(Date.now() + 86_400_000) })
    .where(eq(customers.id, person.id))
  return person
}
const findings = async () => {
  await technician.post(runChecks.path)
  const all: Finding[] = (await technician.get(readChecks.path)).body.look.findings
  return new Map(all.map((finding) => [finding.what, finding]))
}
const alarmOf = async (email: string) => {
  const { alarms }: { alarms: Alarm[] } = (await technician.get(consoleHome.path)).body
  return alarms.find(({ what }) => what.startsWith(`${email} is `))
}
const press = 'On its page under Customers: “Actions”, “Finish closing”.'

test('what closed and erased accounts have left is told each with what ends it, on Home and by Checks', async () => {
  const [one, two] = [await closedHalfWay(), await closedHalfWay()]
  const gone = await paidOrder({}, false)
  await db.update(customers).set({ erasedAt: new Date() }).where(eq(customers.id, gone.person.id))
  const [billed] = await db
    .select({ stripeId: subscriptions.stripeId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, gone.person.id))
  const atStripe = `End at Stripe: ${required(billed, 'the subscription').stripeId}.`

  const told = await findings()
  const emails = [one.email, two.email].sort()
  expect(told.get('Closed accounts')).toEqual({
    what: 'Closed accounts',
    ok: false,
    reason: emails
      .map((email) => `${email} is closed and has 1 live order and 1 billed subscription`)
      .join('; '),
    mend: emails.map((email) => `${email}: ${press}`).join('\n'),
  })
  expect(told.get('Erased accounts')).toEqual({
    what: 'Erased accounts',
    ok: false,
    reason: `${gone.person.email} is erased and has 1 live order and 1 billed subscription`,
    mend: `${gone.person.email}: ${atStripe}`,
  })
  expect(await alarmOf(one.email)).toMatchObject({ mend: press })
  expect(await alarmOf(gone.person.email)).toMatchObject({
    what: expect.stringContaining('is erased and has'),
    mend: atStripe,
  })
  // Who types is told what to type, and of no button.
  const { out } = await runCommand(commands, ['doctor'], async () => deps)
  for (const email of emails) expect(out).toContain(`customer close --email ${email} --yes`)
  expect(out).not.toContain('Finish closing')
})

test('where Home says to finish a closing, that is offered, and ends what was left and puts off no erasure', async () => {
  const { id, email } = await closedHalfWay()
  const at = `/api/operator/customers/${id}`
  const facts = async (): Promise<CustomerFacts> => (await support.get(at)).body
  expect(await alarmOf(email)).toMatchObject({ mend: press })
  expect(hasClosingToFinish(await facts())).toBe(true)
  const { eraseDueAt } = await facts()
  expect((await support.post(`${at}/close`, {})).body.message).toContain(`${email} is closed`)
  expect(await facts()).toMatchObject({ state: 'closed', groups: 0, eraseDueAt })
  await processEvents()
  expect(hasClosingToFinish(await facts())).toBe(false)
  expect(await alarmOf(email)).toBeUndefined()
})

test('an account of which nothing is left has no closing to finish', async () => {
  const { id, email } = await customer()
  const at = `/api/operator/customers/${id}`
  await support.post(`${at}/close`, {})
  expect(hasClosingToFinish((await support.get(at)).body)).toBe(false)
  expect(await alarmOf(email)).toBeUndefined()
})
