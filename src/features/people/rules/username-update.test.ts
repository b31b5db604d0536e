import { describe, expect, test } from 'vitest'
import {
  buildUsernameUpdate,
  provisionedShares,
  readUsernameUpdate,
  shownShares,
  type UsernameUpdateBody,
  usernameUpdateBody,
} from './username-update.ts'

const people = [
  { firstName: 'Al', lastName: 'Ray' },
  { firstName: 'Bo', lastName: 'Lee' },
  { firstName: 'Cy', lastName: 'Orr' },
]
const domains = [
  { domain: 'One.com', domainType: 'Azure' },
  { domain: 'two.com', domainType: 'Google' },
  { domain: 'three.com', domainType: 'Azure' },
] as const

describe('mailboxes per domain', () => {
  const counts = (shares: { azure: number; google: number }[]) =>
    shares.map(({ azure, google }) => [azure, google])

  test('52 on Entra are divided evenly, the remainder to the first users', () => {
    expect(counts(provisionedShares(people, ['azure']))).toEqual([
      [18, 0],
      [17, 0],
      [17, 0],
    ])
  })
  test('in Premium orders the first user also gets 3 on Google', () => {
    expect(counts(provisionedShares(people, ['azure', 'google']))).toEqual([
      [18, 3],
      [17, 0],
      [17, 0],
    ])
  })
  test('Google-only orders give 3 to the first user', () => {
    expect(counts(provisionedShares(people.slice(0, 1), ['google']))).toEqual([[0, 3]])
  })
  test('customers are shown 50', () => {
    expect(counts(shownShares(people, ['azure', 'google']))).toEqual([
      [17, 3],
      [17, 0],
      [16, 0],
    ])
  })
})

const before = [{ groupId: 'grp_1', people: people.map((each) => ({ ...each, azure: 20, google: 1 })) }]

test('the payload has a list of domains and people for each platform', () => {
  const named = (user: number[]) =>
    people.map((each, index) => ({ ...each, user: user[index], signature: '' }))
  expect(buildUsernameUpdate(people, domains, before)).toEqual([
    { domains: ['one.com', 'three.com'], type: 'azure', basedOn: before, username: named([18, 17, 17]) },
    { domains: ['two.com'], type: 'google', basedOn: before, username: named([3, 0, 0]) },
  ])
})

describe('the request', () => {
  const good = (): UsernameUpdateBody => buildUsernameUpdate(people, domains, before)
  const parseMessage = (body: unknown) => usernameUpdateBody.safeParse(body).error?.issues[0]?.message
  const readMessage = (body: UsernameUpdateBody) => {
    const outcome = readUsernameUpdate(usernameUpdateBody.parse(body))
    return outcome.ok ? undefined : outcome.problem.message
  }
  const withUsers = (users: { firstName: string; lastName: string; user: number }[]): UsernameUpdateBody => [
    {
      domains: ['one.com'],
      type: 'azure',
      basedOn: before,
      username: users.map((user) => ({ ...user, signature: '' })),
    },
  ]

  test('is bounded and strict', () => {
    const [group] = good()
    expect(parseMessage(good())).toBeUndefined()
    expect(parseMessage([])).toBe('Please choose at least one domain')
    expect(parseMessage([{ ...group, domains: [] }])).toBe('Please choose at least one domain')
    expect(parseMessage([{ ...group, username: [] }])).toBe('At least one user is required')
    expect(parseMessage([{ ...group, domains: Array.from({ length: 101 }, (_, i) => `m${i}.com`) }])).toBe(
      'At most 100 domains can be changed at a time',
    )
    expect(parseMessage(withUsers(Array(11).fill({ firstName: 'A', lastName: 'B', user: 1 })))).toBe(
      'Maximum limit of 10 users reached',
    )
    for (const change of [
      { signature: '<b>' },
      { user: -1 },
      { user: 1.5 },
      { user: 1e9 },
      { role: 'admin' },
    ])
      expect(
        usernameUpdateBody.safeParse([{ ...group, username: [{ ...group!.username[0], ...change }] }])
          .success,
      ).toBe(false)
    for (const change of [{ azure: undefined }, { google: -1 }, { azure: 1.5 }, { made: 1 }]) {
      const basedOn = [{ groupId: 'grp_1', people: [{ ...before[0]!.people[0], ...change }] }]
      expect(usernameUpdateBody.safeParse([{ ...group, basedOn }]).success).toBe(false)
    }
  })

  test('says how many mailboxes everybody had, however many, and a page that does not is to be reloaded', () => {
    const [group] = good()
    const had = (counts: { azure?: number; google?: number }) => {
      const [{ firstName, lastName } = { firstName: '', lastName: '' }] = people
      return [{ ...group, basedOn: [{ groupId: 'grp_1', people: [{ firstName, lastName, ...counts }] }] }]
    }
    expect(parseMessage(had({ azure: 1001, google: 0 }))).toBeUndefined()
    expect(parseMessage(had({}))).toBe('This page is of an older version. Please reload it and try again.')
  })

  test('names are held to the rule of the dialog', () => {
    expect(parseMessage(withUsers([{ firstName: 'J4ne', lastName: 'Doe', user: 52 }]))).toBe(
      'First name must contain only letters (A-Z, a-z)',
    )
    expect(
      readMessage(
        withUsers([
          { firstName: 'Al', lastName: 'Ray', user: 26 },
          { firstName: 'AL', lastName: 'ray', user: 26 },
        ]),
      ),
    ).toBe('A user with this name already exists')
  })

  test('counts are compared with the rule, by the contents that are sold', () => {
    const over = withUsers([{ firstName: 'Al', lastName: 'Ray', user: 53 }])
    expect(readMessage(over)).toBe('The inbox counts have changed. Please reload the page and try again.')
    const small = {
      azure: { mailboxesPerDomain: 4, soldPerDomain: 3 },
      google: { mailboxesPerDomain: 1, soldPerDomain: 1 },
    }
    const body = usernameUpdateBody.parse(withUsers([{ firstName: 'Al', lastName: 'Ray', user: 4 }]))
    expect(readUsernameUpdate(body, small).ok).toBe(true)
    expect(readUsernameUpdate(body).ok).toBe(false)
  })

  test('all domains get the same people, and each domain is listed once', () => {
    const [azure, google] = good()
    expect(readMessage([azure!, { ...google!, username: google!.username.toReversed() }])).toBe(
      'All domains must be given the same users',
    )
    expect(readMessage([azure!, { ...google!, domains: ['one.com'] }])).toBe('A domain is listed twice')
    const many = (prefix: string) => Array.from({ length: 60 }, (_, i) => `${prefix}${i}.com`)
    expect(
      readMessage([
        { ...azure!, domains: many('a') },
        { ...google!, domains: many('g') },
      ]),
    ).toBe('At most 100 domains can be changed at a time')
  })
})
