import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds, platforms, requiredDomains } from '#features/plans/rules/catalog.ts'
import { completeDraft, names } from '#tests/rules/complete-draft.ts'
import {
  allowedPath,
  choosePlan,
  domainSections,
  domainSectionsProblem,
  domainsOfOrder,
  domainsToDo,
  emptyDraft,
  furthestPath,
  type OrderDraft,
  selectedDomains,
  settingsSteps,
  wizardPaths,
} from './order-draft.ts'

const oneName = { purchase: { azure: ['one.com'], google: [] }, own: { azure: [], google: [] } }
const state = (sections: ReturnType<typeof domainSections> | ReturnType<typeof settingsSteps>) =>
  sections.map(({ id, complete, locked }) => `${id} ${complete ? 'complete' : locked ? 'locked' : 'open'}`)

describe('what is to be done on the domains page', () => {
  test.each<[string | undefined, OrderDraft]>([
    ['Choose how you get your domains to continue', choosePlan(emptyDraft(), 'azure', 1)],
    ['Choose 2 domains to continue', { ...choosePlan(emptyDraft(), 'azure', 1), domainOption: 'purchase' }],
    [
      'Choose 3 Entra domains to continue',
      { ...choosePlan(emptyDraft(), 'premium', 1), domainOption: 'purchase' },
    ],
    ['Choose 1 domain to continue', { ...completeDraft('azure'), domains: oneName }],
    ['Remove 18 domains to continue', choosePlan(completeDraft('azure', 10), 'azure', 1)],
    ['Confirm the name servers to continue', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] }],
    [undefined, completeDraft('premium', 2)],
  ])('%s', (toDo, draft) => {
    expect(domainsToDo(draft)).toBe(toDo)
  })
})

test('of several orders each gets its domains in the order in which they were chosen', () => {
  const draft = completeDraft('premium', 2)
  expect(domainsOfOrder(draft, 1)).toEqual({
    azure: names(6, 'entra').slice(3),
    google: names(6, 'gmail').slice(3),
  })
  expect(domainsOfOrder(emptyDraft(), 0)).toEqual({ azure: [], google: [] })
})

describe('the sections of the domains page', () => {
  test.each([
    ['azure', 'purchase', ['option complete', 'azure complete']],
    ['google', 'own', ['option complete', 'google complete', 'dns complete']],
    ['premium', 'purchase', ['option complete', 'azure complete', 'google complete']],
  ] as const)('of a complete %s order, %s', (plan, option, expected) => {
    expect(state(domainSections(completeDraft(plan, 2, option)))).toEqual(expected)
  })

  test('open one after the other', () => {
    const draft = choosePlan(emptyDraft(), 'premium', 1)
    expect(state(domainSections(draft))).toEqual(['option open', 'azure locked', 'google locked'])
    expect(state(domainSections({ ...draft, domainOption: 'purchase' }))).toEqual([
      'option complete',
      'azure open',
      'google locked',
    ])
  })

  test.each<[string, (draft: OrderDraft) => OrderDraft]>([
    ['selecting a domain option', (draft) => ({ ...draft, domainOption: null })],
    [
      'selecting Azure domains',
      (draft) => ({ ...draft, domains: { ...draft.domains, own: { azure: ['a.com'], google: [] } } }),
    ],
    ['confirming DNS settings', (draft) => ({ ...draft, confirmedDomains: ['entra0.com'] })],
  ])('say what is missing: %s', (section, change) => {
    expect(domainSectionsProblem(change(completeDraft('azure', 1, 'own')), {})).toBe(
      `Please complete all required sections before continuing. You're missing: ${section}`,
    )
  })

  test('say that Google domains are missing, and that Premium is not sold with own ones', () => {
    const premium = completeDraft('premium')
    const without = {
      ...premium,
      domains: { ...premium.domains, purchase: { ...premium.domains.purchase, google: [] } },
    }
    expect(domainSectionsProblem(without, {})).toMatch(/selecting Google domains$/)
    expect(domainSectionsProblem({ ...premium, domainOption: 'own' }, {})).toBe(
      'Bringing your own domains is unavailable for Premium.',
    )
    expect(domainSectionsProblem(premium, {})).toBeUndefined()
  })

  test('are incomplete with one domain too many as with one too few', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...planIds),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom(...platforms),
        fc.constantFrom(-1, 1),
        (plan, orderCount, platform, difference) => {
          const draft = completeDraft(plan, orderCount)
          const required = requiredDomains(plan, orderCount)[platform]
          if (required === 0) return
          draft.domains.purchase[platform] = names(required + difference, 'x')
          expect(domainSections(draft).find((section) => section.id === platform)?.complete).toBe(false)
        },
      ),
    )
  })
})

describe('the steps of the settings page', () => {
  test('open one after the other', () => {
    const draft = completeDraft('azure')
    expect(state(settingsSteps(draft))).toEqual(['basic complete', 'tool complete', 'users complete'])
    expect(state(settingsSteps({ ...draft, companyName: '' }))).toEqual([
      'basic open',
      'tool complete',
      'users complete',
    ])
    expect(settingsSteps({ ...draft, companyName: '' }).map((step) => step.locked)).toEqual([
      false,
      true,
      true,
    ])
  })

  test.each<[string, (draft: OrderDraft) => void]>([
    ['basic', (draft) => Object.assign(draft, { forwardUrl: 'no url' })],
    ['basic', (draft) => Object.assign(draft, { companyName: 'Acme & Co' })],
    ['tool', (draft) => Object.assign(draft, { tool: null })],
    ['tool', (draft) => Object.assign(draft.tool!, { connectionId: null })],
    ['tool', (draft) => Object.assign(draft.tool!.shown, { workspace: '' })],
    ['tool', (draft) => Object.assign(draft.tool!.shown, { password: '' })],
    ['tool', (draft) => Object.assign(draft.tool!.shown, { appId: '' })],
    ['users', (draft) => Object.assign(draft, { people: [] })],
    ['users', (draft) => Object.assign(draft, { profilePictureLink: 'no link' })],
    ['users', (draft) => draft.people.push({ id: '2', firstName: 'John', lastName: 'Doe' })],
  ])('%s is incomplete when something is wrong in it', (id, spoil) => {
    const draft = completeDraft('google')
    spoil(draft)
    expect(settingsSteps(draft).find((step) => !step.complete)?.id).toBe(id)
  })

  test('a tool without credentials needs no connection; a change of plan may need more of one', () => {
    const draft = completeDraft('azure')
    delete draft.tool!.shown.appId
    expect(settingsSteps(draft)[1]!.complete).toBe(true)
    expect(settingsSteps(choosePlan(draft, 'google', 1))[1]!.complete).toBe(false)
    const csv = { ...draft, tool: { tool: 'other', connectionId: null, shown: {} } as const }
    expect(settingsSteps(csv)[1]!.complete).toBe(true)
  })
})

describe('a change of plan', () => {
  test('to Premium takes the option it has and parts the lists', () => {
    const draft = completeDraft('azure', 1, 'own')
    draft.domains.purchase = { azure: ['a.com', 'b.com'], google: ['b.com', 'c.com'] }
    const premium = choosePlan(draft, 'premium', 2)
    expect(premium.domainOption).toBe('purchase')
    expect(selectedDomains(premium)).toEqual({ azure: ['a.com', 'b.com'], google: ['c.com'] })
    expect(choosePlan(premium, 'azure', 1).domains.own).toEqual(draft.domains.own)
  })

  test('shows only the names on its platforms', () => {
    const draft = completeDraft('premium')
    expect(selectedDomains(choosePlan(draft, 'google', 1))).toEqual({
      azure: [],
      google: ['gmail0.com', 'gmail1.com', 'gmail2.com'],
    })
  })
})

describe('a page of the wizard', () => {
  test('is open up to the first one that is unfinished', () => {
    expect(furthestPath(emptyDraft())).toBe('/choose-plan')
    expect(furthestPath(choosePlan(emptyDraft(), 'azure', 1))).toBe('/select-domains')
    expect(furthestPath({ ...completeDraft('azure'), tool: null })).toBe('/setup-domain-settings')
    expect(furthestPath(completeDraft('azure', 10, 'own'))).toBe('/review-order')
  })

  test('that is not open yet sends back to the one that is', () => {
    const draft = choosePlan(emptyDraft(), 'azure', 1)
    expect(wizardPaths.map((path) => allowedPath(draft, path))).toEqual([
      '/choose-plan',
      '/select-domains',
      '/select-domains',
      '/select-domains',
    ])
    expect(wizardPaths.map((path) => allowedPath(completeDraft('premium'), path))).toEqual(wizardPaths)
  })
})
