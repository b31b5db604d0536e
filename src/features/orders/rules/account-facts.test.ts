import { expect, test } from 'vitest'
import { accountFacts } from './account-facts.ts'
import type { DomainStatus } from './order-status.ts'

const domain = (name: string, status: DomainStatus, groupId = 'one') => ({
  domain: `${name}.com`,
  domainType: 'Azure' as const,
  status,
  groupId,
})
const group = { groupId: 'one', orderIndex: 1, monthlyCents: 50_00, live: true }

test('an account without orders has nothing and pays nothing', () => {
  expect(accountFacts([])).toEqual({ activeInboxes: 0, domains: 0, monthlyCents: 0 })
})

test('only inboxes of delivered domains are active, and domains count as their order counts them', () => {
  const facts = accountFacts([
    {
      groups: [group],
      domains: [
        domain('a', 'done'),
        { ...domain('b', 'in progress'), inboxes: 31 },
        domain('c', 'error'),
        domain('c', 'duplicate'),
        domain('d', 'cancelled'),
        { ...domain('e', 'done'), replacementOrdered: true },
        { ...domain('f', 'to do'), inboxes: 12 },
        // Both run for a time.
        { ...domain('g', 'done'), replacementOrdered: true },
        domain('h', 'done'),
      ],
    },
  ])
  expect(facts).toEqual({ activeInboxes: 150, domains: 5, monthlyCents: 50_00 })
})

test('an order on hold has no active inboxes and costs nothing, whatever holds it', () => {
  const held = (hold: 'past_due' | 'dispute' | 'refund' | 'operator') =>
    accountFacts([
      {
        groups: [
          { ...group, hold },
          { ...group, groupId: 'two', monthlyCents: 125_00 },
        ],
        domains: [domain('a', 'done'), domain('b', 'done', 'two')],
      },
    ])
  for (const hold of ['past_due', 'dispute', 'refund', 'operator'] as const)
    expect(held(hold)).toEqual({ activeInboxes: 50, domains: 2, monthlyCents: 125_00 })
})

test('a cancelled group costs nothing', () => {
  const cancelled = { groups: [{ ...group, live: false }], domains: [domain('a', 'cancelled')] }
  expect(accountFacts([cancelled])).toEqual({ activeInboxes: 0, domains: 0, monthlyCents: 0 })
})
