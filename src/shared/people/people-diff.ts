import { type Platform, platforms } from '../plans/catalog.ts'
import { fullNameKey, type PersonName } from './person-name.ts'
import { nameAfter, peopleAfter, type UsernameRow } from './username-changes.ts'
import { type PersonShare, provisionedShares } from './username-update.ts'

/**
 * What a new list of people means for one person.
 *
 * - `kept`: keeps all mailboxes; where the count rose, some are added
 * - `reduced`: has fewer mailboxes on some platform; all of theirs there are deactivated and made again
 * - `removed`: all mailboxes are deactivated
 * - `added`: gets new mailboxes
 */
export type PersonChange =
  | { kind: 'kept'; before: PersonShare; after: PersonShare }
  | { kind: 'reduced'; before: PersonShare; after: PersonShare; on: Platform[] }
  | { kind: 'removed'; before: PersonShare }
  | { kind: 'added'; after: PersonShare }

/**
 * Compares two lists of people by their full names, capitals aside: first those who were there, then those
 * who join.
 */
export function diffPeople(before: readonly PersonShare[], after: readonly PersonShare[]): PersonChange[] {
  const joining = new Map(after.map((person) => [fullNameKey(person), person]))
  const changes = before.map((person): PersonChange => {
    const key = fullNameKey(person)
    const same = joining.get(key)
    if (!same) return { kind: 'removed', before: person }
    joining.delete(key)
    const on = platforms.filter((platform) => same[platform] < person[platform])
    return on.length > 0
      ? { kind: 'reduced', before: person, after: same, on }
      : { kind: 'kept', before: person, after: same }
  })
  return [
    ...changes,
    ...[...joining.values()].map((person): PersonChange => ({ kind: 'added', after: person })),
  ]
}

/** A change as the confirmation lists it; a renamed person loses the old mailboxes and gets new ones. */
export type DescribedChange = PersonChange | { kind: 'renamed'; before: PersonShare; after: PersonShare }

/**
 * What the rows of the dialog will do to a group that has these people, before they are submitted. Counts on both
 * sides follow from the number of people, spare mailboxes included, just as the server will see them.
 */
export function describeChanges(
  rows: readonly UsernameRow[],
  platformsPresent: readonly Platform[],
  people: readonly PersonName[] = rows.filter(({ isReplacement }) => !isReplacement),
): DescribedChange[] {
  const existing = rows.filter(({ isReplacement }) => !isReplacement)
  const before = provisionedShares(people, platformsPresent)
  const after = provisionedShares(peopleAfter(rows), platformsPresent)
  const shareAfter = new Map(after.map((person) => [fullNameKey(person), person]))
  const newNames = new Map(
    existing
      .filter((row) => !row.isDeleted && fullNameKey(nameAfter(row)) !== fullNameKey(row))
      .map((row) => [fullNameKey(row), fullNameKey(nameAfter(row))]),
  )
  const there = new Set(before.map(fullNameKey))
  const renamedTo = new Set([...newNames].flatMap(([from, to]) => (there.has(from) ? [to] : [])))
  return diffPeople(before, after).flatMap((change): DescribedChange[] => {
    if (change.kind === 'added' && renamedTo.has(fullNameKey(change.after))) return []
    const newName = change.kind === 'removed' ? newNames.get(fullNameKey(change.before)) : undefined
    if (change.kind !== 'removed' || newName === undefined) return [change]
    return [{ kind: 'renamed', before: change.before, after: shareAfter.get(newName)! }]
  })
}

/** A selected group: whose mailboxes it has, and where. */
export interface DescribedGroup {
  label: string
  people: readonly PersonName[]
  platforms: readonly Platform[]
}

/** The same for several groups, which may have other people each: those to which the same happens stand together. */
export function describeGroups(
  rows: readonly UsernameRow[],
  groups: readonly DescribedGroup[],
): { labels: string[]; changes: DescribedChange[] }[] {
  const described = new Map<string, { labels: string[]; changes: DescribedChange[] }>()
  for (const { label, people, platforms: present } of groups) {
    const changes = describeChanges(rows, present, people)
    const key = JSON.stringify(
      changes.map((change) => ({ ...change, before: undefined, after: undefined, who: whoOf(change) })),
    )
    const same = described.get(key)
    if (same) same.labels.push(label)
    else described.set(key, { labels: [label], changes })
  }
  return [...described.values()]
}

const whoOf = (change: DescribedChange): string[] => [
  'before' in change ? fullNameKey(change.before) : '',
  'after' in change ? fullNameKey(change.after) : '',
]
