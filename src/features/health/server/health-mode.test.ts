import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { auditLog } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { setCustomerHealthMode } from '../api/console-health.ts'
import { setOwnHealthMode } from '../api/health.ts'
import { healthModeMessages } from '../rules/health-mode.ts'

const product = await createTestApp()
const { deps, customer } = product
const staff = await joinedStaff(product, 'support')

const modeOf = async (person: { get: (url: string) => Promise<{ body: { mode: string } }> }) =>
  (await person.get('/api/domain-health/overview')).body.mode
const pathOf = (customerId: string) => setCustomerHealthMode.path.replace(':customerId', customerId)
const logOf = (customerId: string) =>
  deps.db
    .select({ action: auditLog.action, actor: auditLog.actor, data: auditLog.data })
    .from(auditLog)
    .where(eq(auditLog.customerId, customerId))
    .orderBy(desc(auditLog.id))

test('a customer begins with suggestions, and may choose that it is done; that stands in the log once', async () => {
  const person = await customer()
  expect(await modeOf(person)).toBe('suggest')
  const chosen = await person.post(setOwnHealthMode.path, { mode: 'enforce' })
  expect(chosen).toMatchObject({ status: 200, body: { message: healthModeMessages.set('enforce') } })
  expect((await person.post(setOwnHealthMode.path, { mode: 'enforce' })).status).toBe(200)
  expect(await modeOf(person)).toBe('enforce')
  const entries = (await logOf(person.id)).filter(({ action }) => action === 'customer.health_mode')
  expect(entries).toEqual([
    { action: 'customer.health_mode', actor: 'customer', data: { mode: 'enforce', before: 'suggest' } },
  ])
})

test('that nothing is suggested is the operator’s to choose, and to take back', async () => {
  const person = await customer()
  expect((await person.post(setOwnHealthMode.path, { mode: 'observe' })).status).toBe(400)
  expect((await staff.post(pathOf(person.id), { mode: 'observe' })).status).toBe(200)
  expect(await modeOf(person)).toBe('observe')
  expect(await person.post(setOwnHealthMode.path, { mode: 'enforce' })).toMatchObject({
    status: 422,
    body: { message: healthModeMessages.isOperators },
  })
  const details = await staff.get(`/api/operator/customers/${person.id}`)
  expect(details.body.healthMode).toBe('observe')
  const { body } = await staff.get(`/api/operator/customers/${person.id}/history`)
  expect(body.rows[0].sentence).toBe('Set what is done about the health of domains: Only show')
  expect((await staff.post(pathOf(person.id), { mode: 'suggest' })).status).toBe(200)
  expect((await person.post(setOwnHealthMode.path, { mode: 'enforce' })).status).toBe(200)
})

test('the command line sets it, and says which ones there are', async () => {
  const person = await customer()
  const run = (...line: string[]) => runCommand(commands, line, async () => deps)
  const done = await run('customer', 'health-mode', '--email', person.email, '--mode', 'enforce')
  expect(done).toMatchObject({ exitCode: 0, out: expect.stringContaining(healthModeMessages.set('enforce')) })
  expect(await modeOf(person)).toBe('enforce')
  const wrong = await run('customer', 'health-mode', '--email', person.email, '--mode', 'always')
  expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('observe, suggest, enforce') })
})
