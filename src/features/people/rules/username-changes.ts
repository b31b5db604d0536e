import { accept, type Outcome, type Problem, refuse } from '#base/text/outcome.ts'
import {
  checkPersonName,
  fullNameKey,
  type PeopleContext,
  type PersonName,
  peopleLimit,
  peopleLimitMessage,
  peopleProblem,
  personNameMessages,
} from './person-name.ts'
import type { PersonShare } from './username-update.ts'

export const usernameChangesMessages = {
  half: 'Please fill both first and last name fields for each user, or leave both empty to keep current names.',
  renameDuplicate:
    'Duplicate names are not allowed. Please ensure each user has a unique first and last name combination.',
  noneLeft: personNameMessages.noneLeft,
  nothingChanged: 'Rename, remove or add a user to submit a change.',
  confirmTitle: 'Confirm Username Changes',
  warning:
    'Mailboxes of users who are not in the new list are deactivated. Where an existing user gets fewer inboxes than before, all of their mailboxes are deactivated and a new set is created.',
} as const

/** A row of the dialog that changes the people behind a group's mailboxes. */
export interface UsernameRow extends PersonName {
  id: string
  /** Mailboxes per domain today, as shown; none for people added here. */
  azureInboxCount: number
  googleInboxCount: number
  /** What was typed to rename the person; both empty keep the name. */
  newFirstName: string
  newLastName: string
  isDeleted: boolean
  /** Added in this dialog. */
  isReplacement: boolean
}

/**
 * The dialog's rows for the people of the selected groups, with their shown mailboxes; who is in several
 * groups is listed once.
 */
export function usernameRows(people: readonly PersonShare[]): UsernameRow[] {
  const rows = new Map<string, UsernameRow>()
  for (const { firstName, lastName, azure, google } of people) {
    const key = fullNameKey({ firstName, lastName })
    const row = rows.get(key)
    rows.set(key, {
      id: key,
      firstName: row?.firstName ?? firstName,
      lastName: row?.lastName ?? lastName,
      azureInboxCount: Math.max(azure, row?.azureInboxCount ?? 0),
      googleInboxCount: Math.max(google, row?.googleInboxCount ?? 0),
      newFirstName: '',
      newLastName: '',
      isDeleted: false,
      isReplacement: false,
    })
  }
  return [...rows.values()]
}

const typedName = ({ newFirstName, newLastName }: UsernameRow): PersonName => ({
  firstName: newFirstName.trim(),
  lastName: newLastName.trim(),
})
const isHalfFilled = (row: UsernameRow): boolean => {
  const { firstName, lastName } = typedName(row)
  return (firstName === '') !== (lastName === '')
}
/** What a person will be called. */
export const nameAfter = (row: UsernameRow): PersonName => {
  const typed = typedName(row)
  return typed.firstName && typed.lastName ? typed : { firstName: row.firstName, lastName: row.lastName }
}
const isRenamed = (row: UsernameRow): boolean => {
  const after = nameAfter(row)
  return after.firstName !== row.firstName || after.lastName !== row.lastName
}

/**
 * Names that nobody else may get: those that people have now, and those they are about to have. A name that
 * is being given up stays reserved too: mailboxes follow names, so giving it to another row would keep the
 * mailboxes of the person who was to lose them.
 */
const reservedNames = (rows: readonly UsernameRow[]): PersonName[] =>
  rows.flatMap((row) => {
    if (row.isDeleted) return [row]
    return row.isReplacement ? [nameAfter(row)] : [row, nameAfter(row)]
  })

const present = (rows: readonly UsernameRow[]): UsernameRow[] => rows.filter(({ isDeleted }) => !isDeleted)
/** The people there will be, in order. */
export const peopleAfter = (rows: readonly UsernameRow[]): PersonName[] => present(rows).map(nameAfter)

const changeRow = (rows: readonly UsernameRow[], id: string, change: Partial<UsernameRow>): UsernameRow[] =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row))

export const renameUser = (
  rows: readonly UsernameRow[],
  id: string,
  typed: Partial<Pick<UsernameRow, 'newFirstName' | 'newLastName'>>,
): UsernameRow[] => changeRow(rows, id, typed)

/** Marks a person as removed, to be restored at will; someone added here simply goes. */
export const removeUser = (rows: readonly UsernameRow[], id: string): UsernameRow[] =>
  changeRow(rows, id, { isDeleted: true }).filter((row) => !(row.isDeleted && row.isReplacement))

/** Brings a removed person back, unless the place was given away meanwhile. */
export const restoreUser = (
  rows: readonly UsernameRow[],
  id: string,
  where: PeopleContext,
): Outcome<UsernameRow[]> =>
  present(rows).length >= peopleLimit(where)
    ? refuse('limit', peopleLimitMessage(where))
    : accept(changeRow(rows, id, { isDeleted: false }))

const newId = (rows: readonly UsernameRow[]): string => {
  const ids = new Set(rows.map(({ id }) => id))
  let number = 1
  while (ids.has(`new-${number}`)) number += 1
  return `new-${number}`
}

/** Adds a person at the end of the list. */
export function addUser(
  rows: readonly UsernameRow[],
  typed: PersonName,
  where: PeopleContext,
): Outcome<UsernameRow[]> {
  if (present(rows).length >= peopleLimit(where)) return refuse('limit', peopleLimitMessage(where))
  const name = checkPersonName(typed, where.context)
  if (!name.ok) return name
  const key = fullNameKey(name.value)
  if (reservedNames(rows).some((reserved) => fullNameKey(reserved) === key))
    return refuse('duplicate', personNameMessages.duplicate)
  const added: UsernameRow = {
    ...name.value,
    id: newId(rows),
    azureInboxCount: 0,
    googleInboxCount: 0,
    newFirstName: '',
    newLastName: '',
    isDeleted: false,
    isReplacement: true,
  }
  return accept([...rows, added])
}

/** Whether the Add button is off: a name is empty, or nobody else may join. */
export const isAddDisabled = (
  rows: readonly UsernameRow[],
  typed: PersonName,
  where: PeopleContext,
): boolean =>
  typed.firstName.trim() === '' || typed.lastName.trim() === '' || present(rows).length >= peopleLimit(where)

/** What is wrong with the new name in a row. */
export function renameProblem(rows: readonly UsernameRow[], id: string): Problem | undefined {
  const row = rows.find((each) => each.id === id)
  if (!row || row.isDeleted) return undefined
  if (isHalfFilled(row)) return { code: 'half', message: usernameChangesMessages.half }
  if (!isRenamed(row)) return undefined
  const name = checkPersonName(nameAfter(row), 'orders')
  if (!name.ok) return name.problem
  const key = fullNameKey(name.value)
  const others = reservedNames(rows.filter((each) => each.id !== id))
  return others.some((other) => fullNameKey(other) === key)
    ? { code: 'duplicate', message: usernameChangesMessages.renameDuplicate }
    : undefined
}

/** Why the changes cannot be submitted; undefined when they can. */
export function usernameChangesProblem(
  rows: readonly UsernameRow[],
  where: PeopleContext,
): Problem | undefined {
  for (const { id } of rows) {
    const problem = renameProblem(rows, id)
    if (problem) return problem
  }
  const problem = peopleProblem(peopleAfter(rows), where)
  if (problem) return problem
  const isChanged = rows.some((row) => row.isDeleted || row.isReplacement || isRenamed(row))
  return isChanged ? undefined : { code: 'nothing_changed', message: usernameChangesMessages.nothingChanged }
}
