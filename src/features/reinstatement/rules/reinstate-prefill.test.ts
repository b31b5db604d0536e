import { describe, expect, test } from 'vitest'
import { maskToolValues } from '#features/tools/rules/tool-credentials.ts'
import {
  companiesReplaced,
  domainsThatCost,
  emptyReinstateForm,
  type PrefillRecord,
  placesForChosen,
  prefillReinstateForm,
  readPeopleText,
  reinstatePrefillBody,
  writePeopleText,
} from './reinstate-prefill.ts'

const people = [
  { firstName: 'Al', lastName: 'Ray', azure: 26, google: 3 },
  { firstName: 'Bo', lastName: 'Lee', azure: 26, google: 0 },
]
const masked = maskToolValues('bison', {
  url: 'https://send.acme.com',
  username: 'jo',
  password: 'secret',
  workspace: 'w',
  apiKey: 'key',
})
const record = (change: Partial<PrefillRecord> = {}): PrefillRecord => ({
  forwardingDomain: 'https://acme.com',
  organizationName: 'Acme',
  sendingTool: 'Email Bison',
  firstAndLastName: writePeopleText(people, 'azure'),
  status: 'done',
  costsAgain: false,
  needsPlace: false,
  profilePictureLink: '',
  connectionId: 'con_1',
  toolData: masked,
  ...change,
})
const answer = (ordersByDomain: Record<string, PrefillRecord[]>) => ({
  success: true,
  totalRecords: Object.keys(ordersByDomain).length,
  ordersByDomain,
})

describe('people as text', () => {
  test('are read as they were written', () => {
    expect(readPeopleText(writePeopleText(people, 'google'))).toEqual([
      { firstName: 'Al', lastName: 'Ray', count: 3 },
      { firstName: 'Bo', lastName: 'Lee', count: 0 },
    ])
  })
  test('that is none gives nobody', () => {
    for (const text of ['', 'null', '{}', '[1, null, {"firstName": "Al"}]', '[[]'])
      expect(readPeopleText(text)).toEqual([])
  })
})

describe('the wizard starts', () => {
  test('with what the first known domain had, and everybody of all domains', () => {
    const start = prefillReinstateForm(
      [{ domain: 'unknown.com' }, { domain: 'A.com' }, { domain: 'b.com' }],
      answer({
        'a.com': [record(), record({ organizationName: 'Older' })],
        'b.com': [
          record({
            organizationName: 'Other',
            firstAndLastName: writePeopleText(
              [{ firstName: 'Cy', lastName: 'Orr', azure: 52, google: 0 }],
              'azure',
            ),
            profilePictureLink: 'https://drive.google.com/x',
          }),
        ],
      }),
    )
    expect(start).toMatchObject({
      forwardingDomain: 'https://acme.com',
      companyName: 'Acme',
      profilePictureLink: 'https://drive.google.com/x',
      tool: 'bison',
      connection: { id: 'con_1', tool: 'bison', storedSecrets: ['password', 'apiKey'] },
    })
    expect(start.users.map(({ firstName }) => firstName)).toEqual(['Al', 'Bo', 'Cy'])
  })

  test('without masks in the place of secrets', () => {
    const start = prefillReinstateForm([{ domain: 'a.com' }], answer({ 'a.com': [record()] }))
    expect(start.toolValues).toEqual({ url: 'https://send.acme.com', username: 'jo', workspace: 'w' })
  })

  test('empty when nothing is known, with the provider’s own Bison address and never with invented people', () => {
    const start = prefillReinstateForm([{ domain: 'a.com' }, { domain: 'constructor' }], answer({}))
    expect(start).toEqual(emptyReinstateForm)
    expect(start.users).toEqual([])
    expect(start.toolValues.url).toMatch(/^https:\/\//)
  })
})

test('what has to be registered again is told by the newest record of each chosen domain', () => {
  const known = answer({
    'a.com': [record({ costsAgain: true }), record()],
    'b.com': [record(), record({ costsAgain: true })],
    'c.com': [record({ costsAgain: true })],
  })
  expect(
    domainsThatCost([{ domain: 'A.com' }, { domain: 'b.com' }, { domain: 'unknown.com' }], known),
  ).toEqual(['a.com'])
})

test('what needs a place is told by the newest record of each chosen domain, by platform', () => {
  const chosen = (domain: string, domainType: 'Azure' | 'Google') => ({
    domain,
    groupId: 'g1',
    domainType,
    status: 'cancelled' as const,
  })
  const gone = record({ needsPlace: true })
  const known = answer({
    'a.com': [gone, record()],
    'b.com': [gone],
    'c.com': [record(), gone],
    'd.com': [gone],
  })
  const four = [chosen('A.com', 'Azure'), chosen('b.com', 'Azure'), chosen('d.com', 'Google')]
  expect(placesForChosen(four, known)).toEqual({ needed: { azure: 2, google: 1 }, areSomeKept: false })
  expect(placesForChosen([chosen('a.com', 'Azure'), chosen('c.com', 'Azure')], known)).toEqual({
    needed: { azure: 1, google: 0 },
    areSomeKept: true,
  })
  // Nothing is claimed of what is not known.
  expect(placesForChosen([chosen('unknown.com', 'Azure')], known)).toEqual({
    needed: { azure: 0, google: 0 },
    areSomeKept: false,
  })
})

test('the request names 1 to 100 domains', () => {
  const domains = Array.from({ length: 101 }, (_, index) => `m${index}.com`)
  expect(reinstatePrefillBody.safeParse({ domains: domains.slice(1) }).success).toBe(true)
  expect(reinstatePrefillBody.safeParse({ domains }).success).toBe(false)
  expect(reinstatePrefillBody.safeParse({ domains: [] }).success).toBe(false)
})

test('whose names one name replaces is said of several orders that were for different companies', () => {
  const chosen = (domain: string, groupId: string) => ({
    domain,
    groupId,
    domainType: 'Azure' as const,
    status: 'cancelled' as const,
  })
  const two = [chosen('a.com', 'g1'), chosen('b.com', 'g2')]
  const known = (other: string) =>
    answer({ 'a.com': [record()], 'b.com': [record({ organizationName: other })] })
  expect(companiesReplaced(two, known('Beta'))).toEqual(['Acme (Order #1)', 'Beta (Order #2)'])
  expect(companiesReplaced(two, known('Acme'))).toEqual([])
  expect(companiesReplaced(two.slice(0, 1), known('Beta'))).toEqual([])
})
