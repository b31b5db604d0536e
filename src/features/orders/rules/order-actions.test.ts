import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds } from '#features/plans/rules/catalog.ts'
import { withPairs } from '#tests/rules/with-pairs.ts'
import {
  actionProblem,
  doneDomains,
  isActionPossible,
  notSetUpReasons,
  orderActionLabels,
  orderActions,
  reinstatableDomains,
  requestedMessage,
  type SelectedGroup,
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

/** A domain in every state, with each and each two of the marks that a replacement and an owner leave on it. */
const marked = withPairs(
  { status: 'done', replacementOrdered: false, taken: false } as {
    status: (typeof domainStatuses)[number]
    replacementOrdered: boolean | undefined
    taken: boolean | undefined
  },
  { status: domainStatuses, replacementOrdered: [true, undefined], taken: [true, undefined] },
)

test('what is not set up yet is told apart from what is gone and from what another one takes the place of', () => {
  const unfinished = ['to do', 'in progress', 'pending', 'error']
  expect(unfinishedDomains([{ plan: 'azure', badge: 'in progress', domains: marked }])).toEqual(
    marked.filter(({ status, replacementOrdered }) => unfinished.includes(status) && !replacementOrdered),
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

  test('leaves out domains that another one has replaced, and those that their owner has taken', () => {
    expect(reinstatableDomains([{ plan: 'azure', badge: 'cancelled', domains: marked }])).toEqual(
      marked.filter(({ replacementOrdered, taken }) => replacementOrdered !== true && taken !== true),
    )
  })

  test('asks of each selected group that its plan comes back and that it was cancelled, whatever the others are', () => {
    const fine = { plan: 'azure', badge: 'cancelled', group: { live: false } } as Pick<
      SelectedGroup,
      'plan' | 'badge' | 'group'
    >
    const rows = withPairs(fine, {
      plan: ['google', 'premium', undefined],
      badge: ['done', 'in progress', 'error', 'on hold'],
      group: [{ live: true }, undefined],
    })
    for (const row of rows) {
      const isOver = row.badge === 'cancelled' || row.group?.live === false
      const problem =
        row.plan === 'premium'
          ? "This option isn't available for Premium orders."
          : isOver
            ? undefined
            : 'This option is only available for cancelled orders.'
      const group = { ...row, domains: [] }
      for (const groups of [[group], [{ ...fine, domains: [] }, group]]) {
        expect(actionProblem('reinstate', groups, {}), JSON.stringify(row)).toBe(problem)
        expect(isActionPossible('reinstate', groups)).toBe(problem === undefined)
      }
    }
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
