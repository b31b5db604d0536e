import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import {
  checkNewPerson,
  checkPersonName,
  fullName,
  fullNameKey,
  type PersonName,
  peopleMax,
  personNameMessages,
} from '#features/people/rules/person-name.ts'
import type { PersonShare } from '#features/people/rules/username-update.ts'

/** A row of the table of people to reinstate. */
export interface ReinstateUser extends PersonName {
  id: string
}

/** Rows for people who are known already; each name once, no more than the limit. */
export function reinstateUsers(people: readonly PersonName[]): ReinstateUser[] {
  const users = new Map<string, ReinstateUser>()
  for (const person of people) {
    const name = checkPersonName(person, 'reinstate')
    if (!name.ok || users.size === peopleMax) continue
    const key = fullNameKey(name.value)
    if (!users.has(key)) users.set(key, { ...name.value, id: key })
  }
  return [...users.values()]
}

/** What is said where some get no mailbox: on Google, by the plan, all are the first one's. */
export function noMailboxNote(shares: readonly PersonShare[]): string | undefined {
  const hasSome = ({ azure, google }: PersonShare) => azure + google > 0
  const without = shares.filter((share) => !hasSome(share))
  if (without.length === 0) return undefined
  const names = without.map(fullName).join(', ')
  const none = `${names} ${without.length === 1 ? 'gets' : 'get'} none.`
  return shares.findLastIndex(hasSome) === 0
    ? `All inboxes on Google bear the name of the first user: ${none}`
    : `These domains have no inboxes for more users: ${none}`
}

function unusedId(users: readonly ReinstateUser[]): string {
  let number = 1
  while (users.some(({ id }) => id === `new-${number}`)) number += 1
  return `new-${number}`
}

export function addReinstateUser(
  users: readonly ReinstateUser[],
  typed: PersonName,
): Outcome<ReinstateUser[]> {
  const name = checkNewPerson(typed, users, { context: 'reinstate' })
  return name.ok ? accept([...users, { ...name.value, id: unusedId(users) }]) : name
}

/** Saves the inline edit of a row. */
export function editReinstateUser(
  users: readonly ReinstateUser[],
  id: string,
  typed: PersonName,
): Outcome<ReinstateUser[]> {
  const name = checkPersonName(typed, 'reinstate')
  if (!name.ok) return name
  const key = fullNameKey(name.value)
  if (users.some((user) => user.id !== id && fullNameKey(user) === key))
    return refuse('duplicate', personNameMessages.duplicate)
  return accept(users.map((user) => (user.id === id ? { ...user, ...name.value } : user)))
}

export const removeReinstateUser = (users: readonly ReinstateUser[], id: string): ReinstateUser[] =>
  users.filter((user) => user.id !== id)
