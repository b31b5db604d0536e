import { expect, test } from 'vitest'
import { reportsSeen } from './reports-source.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const hour = 3_600_000
const day = 24 * hour

type Unit = Parameters<typeof reportsSeen>[0]
const spf = (content: string): Unit['records'] => [{ name: '', type: 'TXT', content }]
const unit: Unit = {
  records: spf('v=spf1 include:spf.protection.outlook.com -all'),
  host: { accountId: 'account', vendor: 'microsoft', addresses: [] },
  tool: { connectionId: 'tool', kind: 'bison', addresses: ['a@example.com'] },
  notes: { countsAt: now - hour, sentInWeek: 100, inTool: { connectionId: 'tool', since: now - 8 * day } },
}
const reported = {
  domainId: 'd',
  newest: '2026-11-25',
  ours: 900,
  oursPassed: 900,
  hijacked: 0,
  reporters: 2,
}
const evidence = (of: Partial<Unit>, more: Partial<typeof reported> = {}) =>
  reportsSeen({ ...unit, ...of }, { ...reported, ...more }, now)[0]?.evidence

test('more than the tool has sent is said only where the tool has had all of the week, and was asked within a day', () => {
  const { notes } = unit
  expect(evidence({})).toContain('its sending tool sent 100 in 7')
  const passed = '900 of 900 (100.0 %) passed DMARC in the reports of 2 receivers.'
  expect(evidence({ notes: { ...notes, countsAt: now - 25 * hour } })).toBe(passed)
  const since = now - 6 * day
  expect(evidence({ notes: { ...notes, inTool: { connectionId: 'tool', since } } })).toBe(passed)
  expect(evidence({ notes: { ...notes, inTool: undefined } })).toBe(passed)
  expect(evidence({ tool: { connectionId: 'other', kind: 'bison', addresses: [] } })).toBe(passed)
  expect(evidence({ tool: null })).toBe(passed)
})

test('a domain is hijacked only where its SPF record lets nobody send but its host', () => {
  const said = (content: string) => evidence({ records: spf(content) }, { hijacked: 300 })
  const hijacked = expect.stringContaining("servers that are not its host's")
  for (const content of [
    'v=spf1 include:spf.protection.outlook.com -all',
    '"v=spf1  +include:spf.protection.outlook.com ~all"',
    'V=SPF1 include:SPF.Protection.Outlook.com -ip4:192.0.2.1 exp=why.example.com ?all',
  ])
    expect(said(content), content).toEqual(hijacked)
  for (const content of [
    'v=spf1 ip4:192.0.2.1 -all',
    'v=spf1 a',
    'v=spf1 redirect=_spf.example.com',
    'v=spf1 include:spf.protection.outlook.com +all',
    'v=spf1 include:_spf.google.com -all',
  ])
    expect(said(content), content).not.toEqual(hijacked)
})
