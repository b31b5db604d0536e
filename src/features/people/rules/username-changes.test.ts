import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlanId, platformsOf } from '#features/plans/rules/catalog.ts'
import { fullNameKey, type PeopleContext, type PersonName } from './person-name.ts'
import {
  addUser,
  isAddDisabled,
  peopleAfter,
  removeUser,
  renameProblem,
  renameUser,
  restoreUser,
  type UsernameRow,
  usernameChangesProblem,
  usernameRows,
} from './username-changes.ts'
import {
  buildUsernameUpdate,
  readUsernameUpdate,
  shownShares,
  usernameUpdateBody,
} from './username-update.ts'

const where = (plan: PlanId) =>
  ({
    context: 'orders',
    plans: [plan],
    naming: { productName: 'Inboxyard', planNames: {} },
  }) satisfies PeopleContext
const azure = where('azure')
const google = where('google')

const person = (text: string): PersonName => {
  const [firstName = '', lastName = ''] = text.split(' ')
  return { firstName, lastName }
}
const rowsOf = (...names: string[]) => usernameRows(shownShares(names.map(person), ['azure']))
const idOf = (rows: UsernameRow[], name: string) =>
  rows.find((row) => `${row.firstName} ${row.lastName}` === name)!.id
const rename = (rows: UsernameRow[], from: string, newFirstName: string, newLastName: string) =>
  renameUser(rows, idOf(rows, from), { newFirstName, newLastName })
const remove = (rows: UsernameRow[], name: string) => removeUser(rows, idOf(rows, name))
const add = (rows: UsernameRow[], name: string, context = azure) => {
  const outcome = addUser(rows, person(name), context)
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.value
}
const messageOf = (outcome: { ok: boolean; problem?: { message: string } }) => outcome.problem?.message

const letters = 'ABCDEFGHIJ'
const ten = rowsOf(...[...letters].map((letter) => `${letter} Doe`))

describe('the rows', () => {
  test('list a person of several groups once, with the mailboxes they have now', () => {
    const rows = usernameRows([
      { firstName: 'Jane', lastName: 'Doe', azure: 25, google: 0 },
      { firstName: 'jane', lastName: 'doe', azure: 25, google: 3 },
      { firstName: 'Al', lastName: 'Ray', azure: 25, google: 0 },
    ])
    expect(rows.map((row) => [row.firstName, row.azureInboxCount, row.googleInboxCount])).toEqual([
      ['Jane', 25, 3],
      ['Al', 25, 0],
    ])
  })
})

describe('adding a user', () => {
  test.each([
    ['', 'Both first and last name are required'],
    ['Jane', 'Both first and last name are required'],
    ['J4ne Doe', 'First name must contain only letters (A-Z, a-z)'],
    ['Jane D-oe', 'Last name must contain only letters (A-Z, a-z)'],
    ['Zoë Doe', 'First name must contain only letters (A-Z, a-z)'],
    ['al RAY', 'A user with this name already exists'],
  ])('%j: %s', (name, message) => {
    expect(messageOf(addUser(rowsOf('Al Ray'), person(name), azure))).toBe(message)
  })

  test('a name that was renamed to, added or is being given up is taken too', () => {
    const rows = add(remove(rename(rowsOf('Al Ray', 'Bo Lee'), 'Al Ray', 'Cy', 'Orr'), 'Bo Lee'), 'Di Fox')
    for (const taken of ['Cy Orr', 'Al Ray', 'Bo Lee', 'Di Fox'])
      expect(messageOf(addUser(rows, person(taken), azure))).toBe('A user with this name already exists')
  })

  test('stops at 10 users, and at 1 on Google-only orders', () => {
    expect(messageOf(addUser(ten, person('Kay Doe'), azure))).toBe('Maximum limit of 10 users reached')
    expect(messageOf(addUser(ten, person('Kay Doe'), where('premium')))).toBe(
      'Maximum limit of 10 users reached',
    )
    expect(messageOf(addUser(rowsOf('Al Ray'), person('Kay Doe'), google))).toBe(
      'Only 1 user allowed for Inboxyard Google orders',
    )
    expect(peopleAfter(add(remove(rowsOf('Al Ray'), 'Al Ray'), 'Kay Doe', google))).toEqual([
      person('Kay Doe'),
    ])
  })

  test('is off while a name is empty or nobody else may join', () => {
    expect(isAddDisabled(rowsOf('Al Ray'), person('Kay'), azure)).toBe(true)
    expect(isAddDisabled(rowsOf('Al Ray'), person('Kay Doe'), azure)).toBe(false)
    expect(isAddDisabled(ten, person('Kay Doe'), azure)).toBe(true)
    expect(isAddDisabled(rowsOf('Al Ray'), person('Kay Doe'), google)).toBe(true)
  })
})

describe('removing and restoring', () => {
  test('undo each other', () => {
    const removed = remove(ten, 'C Doe')
    expect(peopleAfter(removed)).toHaveLength(9)
    expect(restoreUser(removed, idOf(removed, 'C Doe'), azure)).toEqual({ ok: true, value: ten })
  })

  test('an added user simply goes', () => {
    const rows = rowsOf('Al Ray')
    expect(remove(add(rows, 'Kay Doe'), 'Kay Doe')).toEqual(rows)
  })

  test('nobody is restored into a place that was given away', () => {
    const full = add(remove(ten, 'C Doe'), 'Kay Doe')
    expect(messageOf(restoreUser(full, idOf(full, 'C Doe'), azure))).toBe('Maximum limit of 10 users reached')
  })
})

describe('renaming a user', () => {
  const rows = rowsOf('Al Ray', 'Bo Lee')
  const problem = (changed: UsernameRow[], name = 'Al Ray') =>
    renameProblem(changed, idOf(changed, name))?.message

  test('needs both names or neither', () => {
    const half =
      'Please fill both first and last name fields for each user, or leave both empty to keep current names.'
    expect(problem(rename(rows, 'Al Ray', 'Cy', ' '))).toBe(half)
    expect(problem(rename(rows, 'Al Ray', '', 'Orr'))).toBe(half)
    expect(problem(rename(rows, 'Al Ray', ' ', ''))).toBeUndefined()
    expect(problem(rename(rows, 'Al Ray', ' Cy ', 'Orr'))).toBeUndefined()
  })

  test('allows letters only', () => {
    expect(problem(rename(rows, 'Al Ray', 'C1', 'Orr'))).toBe(
      'First name must contain only letters (A-Z, a-z)',
    )
    expect(problem(rename(rows, 'Al Ray', 'Cy', 'Orr Jr'))).toBe(
      'Last name must contain only letters (A-Z, a-z)',
    )
  })

  test('refuses names that others have, will have or are giving up', () => {
    const duplicate =
      'Duplicate names are not allowed. Please ensure each user has a unique first and last name combination.'
    expect(problem(rename(rows, 'Al Ray', 'bo', 'LEE'))).toBe(duplicate)
    expect(problem(rename(remove(rows, 'Bo Lee'), 'Al Ray', 'Bo', 'Lee'))).toBe(duplicate)
    expect(problem(rename(rename(rows, 'Bo Lee', 'Cy', 'Orr'), 'Al Ray', 'Cy', 'Orr'))).toBe(duplicate)
    expect(problem(rename(rename(rows, 'Bo Lee', 'Cy', 'Orr'), 'Al Ray', 'Bo', 'Lee'))).toBe(duplicate)
    expect(problem(rename(add(rows, 'Kay Doe'), 'Al Ray', 'Kay', 'Doe'))).toBe(duplicate)
    expect(problem(rename(rows, 'Al Ray', 'AL', 'ray'))).toBeUndefined()
  })
})

describe('submitting', () => {
  const message = (rows: UsernameRow[], context = azure) => usernameChangesProblem(rows, context)?.message
  const rows = rowsOf('Al Ray', 'Bo Lee')

  test('needs a change', () => {
    const unchanged = 'Rename, remove or add a user to submit a change.'
    expect(message(rows)).toBe(unchanged)
    expect(message(rename(rows, 'Al Ray', 'Al', 'Ray'))).toBe(unchanged)
    expect(message(remove(rows, 'Al Ray'))).toBeUndefined()
    expect(message(rename(rows, 'Al Ray', 'Cy', 'Orr'))).toBeUndefined()
    expect(message(add(rows, 'Kay Doe'))).toBeUndefined()
  })

  test('needs someone to remain', () => {
    expect(message(remove(remove(rows, 'Al Ray'), 'Bo Lee'))).toBe('At least one user is required')
  })

  test('waits for half-filled and duplicate renames, but not for those of removed people', () => {
    const half = rename(rows, 'Al Ray', 'Cy', '')
    expect(message(half)).toContain('Please fill both first and last name fields')
    expect(message(rename(rows, 'Al Ray', 'Bo', 'Lee'))).toContain('Duplicate names are not allowed.')
    expect(message(remove(half, 'Al Ray'))).toBeUndefined()
  })
})

type Step =
  | { do: 'add'; name: PersonName }
  | { do: 'remove' | 'restore'; at: number }
  | { do: 'rename'; at: number; name: PersonName }
const anyName = fc.record({
  firstName: fc.constantFrom('Al', 'Bo', 'Cy', 'AL', 'x1', ''),
  lastName: fc.constantFrom('Ray', 'Lee', 'ray', ''),
})
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), name: anyName }),
  fc.record({ do: fc.constantFrom('remove' as const, 'restore' as const), at: fc.nat(11) }),
  fc.record({ do: fc.constant('rename' as const), at: fc.nat(11), name: anyName }),
)
const take = (rows: UsernameRow[], step: Step, context: PeopleContext): UsernameRow[] => {
  if (step.do === 'add') {
    const outcome = addUser(rows, step.name, context)
    return outcome.ok ? outcome.value : rows
  }
  const row = rows[step.at % Math.max(rows.length, 1)]
  if (!row) return rows
  if (step.do === 'remove') return removeUser(rows, row.id)
  if (step.do === 'rename')
    return renameUser(rows, row.id, { newFirstName: step.name.firstName, newLastName: step.name.lastName })
  const outcome = restoreUser(rows, row.id, context)
  return outcome.ok ? outcome.value : rows
}

test('whatever is done, what can be submitted is accepted by the server, with every mailbox given to someone', () => {
  const contexts = fc.constantFrom(azure, google, where('premium'))
  const domains = [
    { domain: 'a.com', domainType: 'Azure' },
    { domain: 'g.com', domainType: 'Google' },
  ] as const
  let submitted = 0
  fc.assert(
    fc.property(
      contexts,
      fc.integer({ min: 1, max: 10 }),
      fc.array(anyStep, { maxLength: 15 }),
      (context, n, steps) => {
        const platforms = context.plans.flatMap(platformsOf)
        const start = usernameRows(
          shownShares(
            [...letters].slice(0, context === google ? 1 : n).map((letter) => person(`${letter} Doe`)),
            platforms,
          ),
        )
        const rows = steps.reduce((state, step) => take(state, step, context), start)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        if (usernameChangesProblem(rows, context)) return
        submitted += 1
        const people = peopleAfter(rows)
        expect(people.length).toBeLessThanOrEqual(context === google ? 1 : 10)
        expect(new Set(people.map(fullNameKey)).size).toBe(people.length)
        const chosen = domains.filter(({ domainType }) =>
          platforms.includes(domainType === 'Azure' ? 'azure' : 'google'),
        )
        const body = usernameUpdateBody.parse(buildUsernameUpdate(people, chosen, []))
        expect(readUsernameUpdate(body)).toMatchObject({ ok: true, value: { people } })
        for (const { type, username } of body)
          expect(username.reduce((sum, { user }) => sum + user, 0)).toBe(type === 'azure' ? 52 : 3)
      },
    ),
  )
  expect(submitted).toBeGreaterThan(20)
})
