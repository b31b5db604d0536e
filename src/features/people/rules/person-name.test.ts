import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds } from '#features/plans/rules/catalog.ts'
import {
  checkNewPerson,
  checkPersonName,
  fullNameKey,
  type NameContext,
  type PeopleContext,
  peopleLimit,
  peopleProblem,
  personName,
  personNameMaxLength,
} from './person-name.ts'

const refusal = (outcome: ReturnType<typeof checkPersonName>) =>
  outcome.ok ? `accepted ${JSON.stringify(outcome.value)}` : outcome.problem.message

const person = (full: string) => {
  const [firstName = '', lastName = ''] = full.split(' ')
  return { firstName, lastName }
}
const wizard = { context: 'wizard', plans: ['azure'], planNames: {} } satisfies PeopleContext
const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 1,
  maxLength: personNameMaxLength,
})

describe('a name', () => {
  test.each<[string, string, NameContext, string]>([
    ['', 'Doe', 'wizard', 'Both first and last name are required'],
    ['Jane', '  ', 'orders', 'Both first and last name are required'],
    ['', '', 'reinstate', 'Both first and last name are required'],
    ['J4ne', 'Doe', 'wizard', 'First name must contain only letters (A-Z, a-z)'],
    ['Jane', "O'Neil", 'orders', 'Last name must contain only letters (A-Z, a-z)'],
    ['Mary Ann', 'Doe', 'wizard', 'First name must contain only letters (A-Z, a-z)'],
    ['José', 'Doe', 'reinstate', 'Names must contain only letters'],
    ['Jane', 'D-e', 'reinstate', 'Names must contain only letters'],
    ['a'.repeat(51), 'Doe', 'wizard', 'Names can have at most 50 letters'],
  ])('%j %j (%s) is refused with %j', (firstName, lastName, context, message) => {
    expect(refusal(checkPersonName({ firstName, lastName }, context))).toBe(message)
  })

  test('of letters is accepted, trimmed, with its capitals', () => {
    fc.assert(
      fc.property(word, word, (firstName, lastName) => {
        expect(checkPersonName({ firstName: ` ${firstName} `, lastName })).toEqual({
          ok: true,
          value: { firstName, lastName },
        })
      }),
    )
  })
})

describe('one more person', () => {
  test('is refused when someone has the name already, whatever the capitals', () => {
    expect(refusal(checkNewPerson(person('JANE doe'), [person('Jane Doe')], wizard))).toBe(
      'A user with this name already exists',
    )
  })

  test.each<[PeopleContext, number, string]>([
    [wizard, 10, 'Maximum limit of 10 users reached'],
    [{ ...wizard, plans: ['premium'] }, 10, 'Maximum limit of 10 users reached'],
    [{ ...wizard, plans: ['azure', 'google'] }, 1, 'Google Solo plan allows only 1 user'],
    [{ ...wizard, plans: ['google'] }, 1, 'Google Solo plan allows only 1 user'],
    [
      { context: 'orders', plans: ['google'], naming: { productName: 'Inboxyard', planNames: {} } },
      1,
      'Only 1 user allowed for Inboxyard Google orders',
    ],
    [
      { context: 'orders', plans: ['azure'], naming: { productName: 'Inboxyard', planNames: {} } },
      10,
      'Maximum limit of 10 users reached',
    ],
    [{ context: 'reinstate' }, 10, 'Maximum limit of 10 users reached'],
  ])('is refused over the limit: %j has room for %i', (where, limit, message) => {
    const people = Array.from({ length: limit }, (_, index) => person(`Jane D${'o'.repeat(index + 1)}`))
    expect(peopleLimit(where)).toBe(limit)
    expect(checkNewPerson(person('New One'), people.slice(1), where).ok).toBe(true)
    expect(refusal(checkNewPerson(person('New One'), people, where))).toBe(message)
    expect(peopleProblem([...people, person('New One')], where)?.message).toBe(message)
  })

  test('joining again and again never breaks the rules of the list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ firstName: word, lastName: word }), { maxLength: 30 }),
        fc.constantFrom(...planIds),
        (typed, plan) => {
          const where = { ...wizard, plans: [plan] }
          const people: { firstName: string; lastName: string }[] = []
          for (const each of typed) {
            const outcome = checkNewPerson(each, people, where)
            if (outcome.ok) people.push(outcome.value)
          }
          expect(new Set(people.map(fullNameKey)).size).toBe(people.length)
          expect(peopleProblem(people, where)?.code).toBe(people.length === 0 ? 'none' : undefined)
        },
      ),
    )
  })
})

test('a list has someone in it and nobody twice', () => {
  expect(peopleProblem([], wizard)?.message).toBe('At least one user is required')
  expect(peopleProblem([person('Jane Doe'), person('jane DOE')], wizard)?.code).toBe('duplicate')
  expect(peopleProblem([person('Jane Doe'), person('John Doe')], wizard)).toBeUndefined()
})

test('the schema gives the name in normal form or the sentence', () => {
  expect(personName.parse({ firstName: ' Jane', lastName: 'Doe ' })).toEqual(person('Jane Doe'))
  expect(personName.safeParse(person('Jane D0e')).error?.issues[0]?.message).toBe(
    'Last name must contain only letters (A-Z, a-z)',
  )
})
