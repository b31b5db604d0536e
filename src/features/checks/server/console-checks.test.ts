import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { checksLooks, probeMailboxes, providerAccounts } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { readChecks, runChecks } from '../api/console-checks.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const technician = await joinedStaff(world, 'technician')
const reader = await joinedStaff(world, 'reader')
beforeEach(async () => {
  sandbox.faults.clear()
  await deps.db.delete(checksLooks)
})

const lastLook = async (by = reader) => (await by.get(readChecks.path)).body.look

test('nobody has looked, until somebody does or the command has: then every role reads what it found', async () => {
  expect(await lastLook()).toBeNull()
  await runCommand(commands, ['doctor'], async () => deps)
  expect(await lastLook()).toMatchObject({ lookedBy: 'the command line' })
  const named = (await lastLook())?.findings.map(({ what }: { what: string }) => what)
  expect(named).toEqual(expect.arrayContaining(['Stripe', 'DNSimple', 'Microsoft tenant main', 'Refunds']))
})

test('a look says what is wrong and how to mend it, and tells of refunds only who may see money', async () => {
  sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 20 })
  const looked = await technician.post(runChecks.path)
  expect(looked.status).toBe(200)
  const findings: { what: string; ok: boolean; mend?: string }[] = looked.body.look.findings
  expect(findings.find(({ what }) => what === 'DNSimple')).toMatchObject({
    ok: false,
    mend: expect.stringContaining('Check that this machine reaches it'),
  })
  expect(findings.map(({ what }) => what)).not.toContain('Refunds')
  expect((await lastLook()).findings.map(({ what }: { what: string }) => what)).toContain('Refunds')
})

test('presses within a minute ask third parties once', async () => {
  const before = sandbox.answered()
  const [first] = await Promise.all([technician.post(runChecks.path), technician.post(runChecks.path)])
  const asked = sandbox.answered() - before
  expect(asked).toBeGreaterThan(0)
  const again = await technician.post(runChecks.path)
  expect(again.body).toEqual(first.body)
  expect(sandbox.answered() - before).toBe(asked)
  await deps.db.update(checksLooks).set({ lookedAt: sql`now() - interval '2 minutes'` })
  await technician.post(runChecks.path)
  expect(sandbox.answered() - before).toBe(2 * asked)
})

test('where the console has a button it says where, and names no command; where it has none, who does it with which', async () => {
  await deps.db.delete(providerAccounts).where(eq(providerAccounts.vendor, 'google'))
  await deps.db.delete(probeMailboxes)
  await technician.post(runChecks.path)
  const mends = new Map(
    (await lastLook()).findings.map(({ what, mend }: { what: string; mend?: string }) => [what, mend]),
  )
  expect(mends.get('Google')).toBe('Add one. Under Capacity: “Add an account”.')
  expect(mends.get('Probe mailbox at Google')).toBe(
    'Add one. Whoever runs the installation does so with: npm run operator -- probe add',
  )
})
