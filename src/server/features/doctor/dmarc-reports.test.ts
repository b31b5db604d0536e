import { expect, test } from 'vitest'
import { createTestWorld } from '../../testing/test-world.ts'
import { dmarcReportChecks } from './dmarc-reports.ts'

const { deps } = await createTestWorld()
const found = async (mailHost: string | undefined) => {
  const dmarc = mailHost === undefined ? undefined : { mailHost, port: undefined, host: '127.0.0.1' }
  const [check] = dmarcReportChecks({ ...deps, config: { ...deps.config, dmarc } })
  return check?.inspect()
}

test('nobody is asked where no reports are taken in', async () => {
  expect(await found(undefined)).toBeUndefined()
})

test('a host that takes reports of any domain is well, and of one that does not the missing record is told', async () => {
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
