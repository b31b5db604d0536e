import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds } from '../plans/catalog.ts'
import {
  actionProblem,
  doneDomains,
  notSetUpReasons,
  orderActionLabels,
  orderActions,
  reinstatableDomains,
  requestedMessage,
  unfinishedDomains,
} from './order-actions.ts'
import { domainStatuses, groupBadge } from './order-status.ts'

const anyGroup = fc
  .record({
    plan: fc.constantFrom(...planIds),
    domains: fc.array(fc.record({ status: fc.constantFrom(...domainStatuses) }), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map((group) => ({ ...group, badge: groupBadge(group.domains.map(({ status }) => status)) }))
const anyGroups = fc.array(anyGroup, { minLength: 1, maxLength: 4 })

test.each([
  ['updateForwarding', 'Please select at least one order to update forwarding.'],
  ['updateUsernames', 'Please select at least one order to change usernames.'],
  ['replaceDomains', 'Please select at least one order to replace domains.'],
  ['reinstate', 'Please select at least one order to reinstate.'],
] as const)('%s without a selection says what to select', (action, message) => {
  expect(actionProblem(action, [], {})).toBe(message)
})

describe('forwarding, usernames and replacement', () => {
  test('can be used exactly when a selected group has a domain that is done', () => {
    fc.assert(
      fc.property(anyGroups, fc.constantFrom(...orderActions.slice(0, 3)), (groups, action) => {
        const anyDone = groups.some(({ domains }) => domains.some(({ status }) => status === 'done'))
        expect(actionProblem(action, groups, {})).toBe(
          anyDone
            ? undefined
            : "This feature is only available when there are domains with 'Done' status in the selected orders",
        )
      }),
    )
  })

  test('change the domains that are done and no other', () => {
    fc.assert(
      fc.property(anyGroups, (groups) => {
        const every = groups.flatMap(({ domains }) => domains)
        expect(doneDomains(groups)).toEqual(every.filter(({ status }) => status === 'done'))
      }),
    )
  })
})

test('what is not set up yet is told apart from what is gone and from what another one takes the place of', () => {
  const orders = domainStatuses.flatMap((status) => [
    { status, replacementOrdered: true },
    { status, replacementOrdered: false },
    { status },
  ])
  const found = unfinishedDomains([{ plan: 'azure', badge: 'in progress', domains: orders }])
  const unfinished = ['to do', 'in progress', 'pending', 'error']
  expect(found).toEqual(
    orders.filter(({ status, replacementOrdered }) => unfinished.includes(status) && !replacementOrdered),
  )
})

test('every domain that cannot be changed yet has its reason, and every action its name', () => {
  expect(notSetUpReasons).toEqual({
    'to do': 'waits for its turn',
    'in progress': 'is being set up',
    pending: 'waits for you',
    error: 'could not be set up',
  })
  expect(orderActions.map((action) => orderActionLabels[action])).toEqual([
    'Update Forwarding',
    'Update Usernames',
    'Replace Domains',
    'Reinstate',
  ])
})

describe('reinstating', () => {
  test('can be asked for again while a cancelled order waits for the payment', () => {
    const waiting = { plan: 'azure', badge: 'in progress', domains: [{ status: 'pending' }] } as const
    expect(actionProblem('reinstate', [{ ...waiting, group: { live: false } }], {})).toBeUndefined()
    expect(actionProblem('reinstate', [{ ...waiting, group: { live: true } }], {})).toBe(
      'This option is only available for cancelled orders.',
    )
  })

  test('leaves out domains that another one has taken the place of', () => {
    const domains = [
      { domain: 'old.com', status: 'cancelled', replacementOrdered: true },
      { domain: 'new.com', status: 'cancelled' },
    ] as const
    const found = reinstatableDomains([{ plan: 'azure', badge: 'cancelled', domains }])
    expect(found.map(({ domain }) => domain)).toEqual(['new.com'])
  })

  test('can be used exactly when no selected group is Premium and all are fully cancelled', () => {
    fc.assert(
      fc.property(anyGroups, (groups) => {
        const premium = groups.some(({ plan }) => plan === 'premium')
        const cancelled = groups.every(({ domains }) => domains.every(({ status }) => status === 'cancelled'))
        expect(actionProblem('reinstate', groups, {}) === undefined).toBe(!premium && cancelled)
      }),
    )
  })

  test('says why it cannot be used', () => {
    const cancelled = { badge: 'cancelled', domains: [{ status: 'cancelled' }] } as const
    expect(actionProblem('reinstate', [{ plan: 'premium', ...cancelled }], {})).toBe(
      "This option isn't available for Premium orders.",
    )
    expect(
      actionProblem('reinstate', [{ plan: 'azure', badge: 'done', domains: [{ status: 'done' }] }], {}),
    ).toBe('This option is only available for cancelled orders.')
    expect(actionProblem('reinstate', [{ plan: 'google', ...cancelled }], {})).toBeUndefined()
  })
})

test('what was asked for is confirmed with the number of domains', () => {
  expect(requestedMessage('reinstateRequested', 4)).toBe('Reinstate request submitted for 4 domains')
  expect(requestedMessage('usernamesRequested', 1)).toBe('Username changes will be processed for 1 domain')
})
