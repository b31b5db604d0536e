import { describe, expect, test } from 'vitest'
import type { PersonName } from '#features/people/rules/person-name.ts'
import { provisionedShares } from '#features/people/rules/username-update.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import {
  addReinstateUser,
  editReinstateUser,
  noMailboxNote,
  reinstateUsers,
  removeReinstateUser,
} from './reinstate-users.ts'

const person = (text: string) => {
  const [firstName = '', lastName = ''] = text.split(' ')
  return { firstName, lastName }
}
const users = reinstateUsers(['Al Ray', 'Bo Lee'].map(person))
const ten = reinstateUsers([...'ABCDEFGHIJ'].map((letter) => person(`${letter} Doe`)))
const message = (outcome: ReturnType<typeof addReinstateUser>) =>
  outcome.ok ? outcome.value.map((user) => `${user.firstName} ${user.lastName}`) : outcome.problem.message

test('known people are listed once, without those whose names cannot be used, up to ten', () => {
  expect(
    reinstateUsers(['Al Ray', 'AL ray', 'J4ne Doe', 'Cy', 'Bo Lee'].map(person)).map(
      ({ firstName }) => firstName,
    ),
  ).toEqual(['Al', 'Bo'])
  expect(reinstateUsers([...'ABCDEFGHIJKLM'].map((letter) => person(`${letter} Doe`)))).toHaveLength(10)
})

describe('adding a user', () => {
  test.each([
    ['Al', 'Both first and last name are required'],
    ['J4ne Doe', 'Names must contain only letters'],
    ['Jane D0e', 'Names must contain only letters'],
    ['al RAY', 'A user with this name already exists'],
  ])('%j: %s', (name, expected) => {
    expect(message(addReinstateUser(users, person(name)))).toBe(expected)
  })
  test('stops at ten, on Google too', () => {
    expect(message(addReinstateUser(ten, person('Kay Doe')))).toBe('Maximum limit of 10 users reached')
    expect(message(addReinstateUser(users, person('Kay Doe')))).toEqual(['Al Ray', 'Bo Lee', 'Kay Doe'])
  })
  test('after removing keeps ids apart', () => {
    const add = (list: typeof users, name: string) => {
      const outcome = addReinstateUser(list, person(name))
      return outcome.ok ? outcome.value : list
    }
    const three = add(add(users, 'Cy Orr'), 'Di Fox')
    const again = add(removeReinstateUser(three, three[2]!.id), 'Ed Gee')
    expect(new Set(again.map(({ id }) => id)).size).toBe(again.length)
  })
})

describe('editing a user', () => {
  const edit = (name: string) => message(editReinstateUser(users, users[0]!.id, person(name)))
  test('keeps the others and the place', () => {
    expect(edit('Cy Orr')).toEqual(['Cy Orr', 'Bo Lee'])
    expect(edit('AL Ray')).toEqual(['AL Ray', 'Bo Lee'])
  })
  test('is held to the same rules', () => {
    expect(edit('Cy')).toBe('Both first and last name are required')
    expect(edit('C1 Orr')).toBe('Names must contain only letters')
    expect(edit('bo lee')).toBe('A user with this name already exists')
  })
})

test('on Google alone all but the first get no mailbox, which is said', () => {
  const note = (some: readonly PersonName[], present: readonly Platform[]) =>
    noMailboxNote(provisionedShares(some, present))
  expect(note(users, ['google'])).toBe(
    'All inboxes on Google bear the name of the first user: Bo Lee gets none.',
  )
  expect(note(users, ['azure', 'google'])).toBeUndefined()
  expect(note(users.slice(0, 1), ['google'])).toBeUndefined()
  const own = [...users, person('Cy Orr')].map((user, at) => ({ ...user, azure: 0, google: at < 2 ? 1 : 0 }))
  expect(noMailboxNote(own)).toBe('These domains have no inboxes for more users: Cy Orr gets none.')
})
