import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { audit } from '#base/audit/audit.ts'
import { domains, providerAccounts } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type Checks, readChecks, runChecks } from '../api/console-checks.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const technician = await joinedStaff(world, 'technician')
const steps = async (): Promise<Checks['goingLive']> => (await technician.get(readChecks.path)).body.goingLive
const stateOf = async (step: string) => (await steps())?.find((each) => each.step === step)?.state

test('until somebody has looked nothing is proven, and a look says what is done and what is missing', async () => {
  expect((await steps())?.map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'not_proven'))
  sandbox.faults.add({ kind: '500', vendor: 'stripe', times: 20 })
  await technician.post(runChecks.path)
  sandbox.faults.clear()
  expect(await steps()).toMatchObject([
    { step: 'registrar', state: 'done', about: 'DNSimple.' },
    { step: 'host', state: 'done' },
    {
      step: 'probes',
      state: 'missing',
      about: expect.stringContaining('Probe mailbox at Microsoft: there is none'),
    },
    { step: 'payments', state: 'missing', about: expect.stringMatching(/^Stripe: \S/) },
    { step: 'mail', state: 'done' },
    { step: 'tools', state: 'not_proven', about: expect.stringContaining('Before any sale') },
    { step: 'order', state: 'not_proven' },
  ])
})

test('one host is enough to begin with, and none is not', async () => {
  await deps.db.delete(providerAccounts).where(eq(providerAccounts.vendor, 'google'))
  await runCommand(commands, ['doctor'], async () => deps)
  expect(await stateOf('host')).toBe('done')
  await deps.db.delete(providerAccounts)
  const { out } = await runCommand(commands, ['doctor'], async () => deps)
  expect(await stateOf('host')).toBe('missing')
  expect(out).toContain('missing     A tenant or Google account that sends: see above.')
  expect(out).toContain('not proven  The first domain, ordered and delivered: ')
})

test('tools that a deep look has proven are named, with the host', async () => {
  await audit(deps.db, {
    actor: 'operator',
    action: 'doctor.deep_proven',
    subject: 'example.org',
    data: { platform: 'azure', tool: 'smartlead' },
  })
  const tools = (await steps())?.find(({ step }) => step === 'tools')
  expect(tools).toMatchObject({ state: 'done', about: expect.stringMatching(/^Smartlead at Microsoft\. /) })
})

test('nothing is told from the first delivered domain on', async () => {
  const { id } = await world.customer()
  await createPaidOrder(deps, { customerId: id, tool: 'other', names: { azure: [freshName()], google: [] } })
  expect(await steps()).not.toBeNull()
  await deps.db.update(domains).set({ deliveredAt: sql`now()` })
  expect(await steps()).toBeNull()
  const { out } = await runCommand(commands, ['doctor'], async () => deps)
  expect(out).not.toContain('Going live')
})
