import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roundNotes } from '#apps/housekeeping/note-round.ts'
import { intakeRound, roomRound } from '#features/health/server/dmarc/intake-round.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { dmarcReportChecks } from './dmarc-reports.ts'

const { deps } = await createTestWorld()
const found = async (mailHost: string | undefined, vendors = deps.vendors) => {
  const dmarc = mailHost === undefined ? undefined : { mailHost, port: undefined, host: '127.0.0.1' }
  const [check] = dmarcReportChecks({ ...deps, vendors, config: { ...deps.config, dmarc } })
  return check?.inspect()
}

test('nobody is asked where no reports are taken in', async () => {
  expect(await found(undefined)).toBeUndefined()
})

test('where nobody takes the reports in that is said, with what keeps the one that should', async () => {
  const host = 'reports.inboxyard.test'
  expect(await found(host)).toMatchObject({ ok: false, reason: 'no process takes them in' })
  await roundNotes(deps.db)({ ...intakeRound, problem: 'the port is taken' })
  expect(await found(host)).toMatchObject({ ok: false, reason: 'the port is taken' })
  await roundNotes(deps.db)(intakeRound)
  expect(await found(host)).toEqual({ ok: true })
  await deps.db.execute(sql`update worker_rounds set done_at = now() - interval '4 minutes'
    where what = ${intakeRound.what}`)
  expect(await found(host)).toMatchObject({ ok: false })
})

test('for a day it is said that connections were turned away', async () => {
  const host = 'reports.inboxyard.test'
  await roundNotes(deps.db)(intakeRound)
  await roundNotes(deps.db)({ ...roomRound, problem: '9 connections were turned away' })
  // There was room in the next minute.
  await roundNotes(deps.db)(roomRound)
  expect(await found(host)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^9 connections were turned away in the minute before 20.* UTC/),
  })
  await deps.db.execute(sql`update worker_rounds set failed_at = now() - interval '25 hours'
    where what = ${roomRound.what}`)
  expect(await found(host)).toEqual({ ok: true })
})

test('a host that says it takes no mail has none', async () => {
  await roundNotes(deps.db)(intakeRound)
  const dns = {
    ...deps.vendors.dns,
    mx: async () => ({ state: 'found' as const, values: [{ exchange: '', priority: 0 }] }),
  }
  expect(await found('reports.inboxyard.test', { ...deps.vendors, dns })).toMatchObject({
    ok: false,
    mend: expect.stringContaining('Publish an MX record'),
  })
})

test('a host that takes reports of any domain is well, and of one that does not the missing record is told', async () => {
  await roundNotes(deps.db)(intakeRound)
  expect(await found('reports.inboxyard.test')).toEqual({ ok: true })
  expect(await found('nowhere.inboxyard.test')).toMatchObject({
    ok: false,
    mend: expect.stringContaining('Publish an MX record'),
  })
  // It has mail, and nothing that lets others report there.
  expect(await found('inboxyard-probe.test')).toMatchObject({
    ok: false,
    mend: expect.stringContaining('*._report._dmarc.inboxyard-probe.test'),
  })
})
