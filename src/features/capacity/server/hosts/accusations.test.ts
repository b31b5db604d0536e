import { expect, test } from 'vitest'
import type { SuspensionMatter } from '#features/health/rules/signals/account-alerts.ts'
import { accusationsOf } from './accusations.ts'

const day = 86_400_000
const at = Date.parse('2026-11-26T12:00:00Z')
const matter = (of: Partial<SuspensionMatter>): SuspensionMatter => ({
  stage: 'warned',
  reasons: ['SPAM'],
  appealUntil: at + 3 * day,
  since: at,
  ...of,
})
const told = (...accounts: [label: string, ...matters: SuspensionMatter[]][]) =>
  accusationsOf(accounts.map(([label, ...matters]) => ({ label, matters }))).map(({ what, since }) => [
    what,
    since,
  ])

test('each cause is a line of its own with the number of its accounts, the worst first', () => {
  expect(
    told(
      ['main', matter({}), matter({ stage: 'suspended', reasons: ['PAYMENTS_FRAUD'], appealUntil: null })],
      ['second', matter({ since: at - day, appealUntil: at + 2 * day })],
      ['third', matter({ stage: 'appealed', reasons: [] })],
    ),
  ).toEqual([
    ['Google has suspended the whole account main (PAYMENTS_FRAUD)', '2026-11-26T12:00:00.000Z'],
    [
      'Google is about to suspend 2 whole accounts, second and main (SPAM; appeal by 2026-11-28)',
      '2026-11-25T12:00:00.000Z',
    ],
    [
      'Google was to suspend the whole account third, and the appeal is not decided',
      '2026-11-26T12:00:00.000Z',
    ],
  ])
})

test('an account with two matters of one cause is one account, and of many only some are named', () => {
  expect(told(['main', matter({}), matter({ since: at + 1 })])).toHaveLength(1)
  const many = ['a', 'b', 'c', 'd', 'e'].map((label): [string, SuspensionMatter] => [label, matter({})])
  expect(told(...many)).toEqual([
    [
      'Google is about to suspend 5 whole accounts, a, b, c, and 2 others (SPAM; appeal by 2026-11-29)',
      '2026-11-26T12:00:00.000Z',
    ],
  ])
})
