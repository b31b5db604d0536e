import { type GroupPeople, isSamePeople } from '../orders/changed-meanwhile.ts'
import { fullName, fullNameKey, type PersonName } from './person-name.ts'
import { type UsernameRow, usernameRows } from './username-changes.ts'
import type { PersonShare } from './username-update.ts'

/**
 * What was entered in the dialog, on top of the people there are by now: renames and removals of those who are still
 * there, and additions of those who are not there yet.
 */
export function rebaseRows(rows: readonly UsernameRow[], people: readonly PersonShare[]): UsernameRow[] {
  const entered = new Map(rows.filter(({ isReplacement }) => !isReplacement).map((row) => [row.id, row]))
  const present = usernameRows(people).map((row) => {
    const known = entered.get(row.id)
    if (!known) return row
    const { newFirstName, newLastName, isDeleted } = known
    return { ...row, newFirstName, newLastName, isDeleted }
  })
  const keys = new Set(present.map(({ id }) => id))
  const added = rows.filter((row) => row.isReplacement && !keys.has(fullNameKey(row)))
  return [...present, ...added]
}

const namesOf = (groups: readonly GroupPeople[]): Map<string, PersonName> =>
  new Map(groups.flatMap(({ people }) => people.map((person) => [fullNameKey(person), person])))

/** Whether the people of all these groups are the same, letter by letter. */
export const isSameGroups = (some: readonly GroupPeople[], others: readonly GroupPeople[]): boolean =>
  some.every(({ groupId, people }) =>
    isSamePeople(people, others.find((other) => other.groupId === groupId)?.people ?? []),
  )

/** What has become of the people since, as sentences, and which entries could not be kept. */
export function peopleNews(
  before: readonly GroupPeople[],
  now: readonly GroupPeople[],
  rows: readonly UsernameRow[] = [],
): string[] {
  const [there, here] = [namesOf(before), namesOf(now)]
  const isEntered = (key: string) =>
    rows.some((row) => row.id === key && (row.isDeleted || row.newFirstName !== '' || row.newLastName !== ''))
  const added = [...here].flatMap(([key, person]) =>
    there.has(key) ? [] : [`${fullName(person)} was added.`],
  )
  const gone = [...there].flatMap(([key, person]) => {
    if (here.has(key)) return []
    const lost = isEntered(key) ? ' What you entered for them does not apply any more.' : ''
    return [`${fullName(person)} is not there any more.${lost}`]
  })
  const news = [...added, ...gone]
  return news.length > 0 ? news : ['The users of some of these orders, or their order, are others now.']
}
