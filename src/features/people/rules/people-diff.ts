import { countOf } from '#base/text/count-of.ts'
import { type Platform, platformContents, platforms } from '#features/plans/rules/catalog.ts'
import { countDelivered } from '#features/plans/rules/inbox-split.ts'
import { fullNameKey } from './person-name.ts'
import { type Standing, sharesAfter } from './shares-after.ts'
import { nameAfter, peopleAfter, type UsernameRow } from './username-changes.ts'
import type { PersonShare } from './username-update.ts'

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
 * What the rows of the dialog will do to a group whose people have these shares, before they are submitted. Counts on
 * both sides are those that the server will see, spare mailboxes included.
 */
export function describeChanges(
  rows: readonly UsernameRow[],
  { platforms: present, before }: Standing,
): DescribedChange[] {
  const existing = rows.filter(({ isReplacement }) => !isReplacement)
  const after = sharesAfter(peopleAfter(rows), before, present)
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

/** A selected group: what each of its people has on its domains (the most, where these differ), and its domains. */
export interface DescribedGroup extends Standing {
  label: string
  domains: readonly DescribedDomain[]
}

/** A domain whose mailboxes become those of the new people. */
interface DescribedDomain {
  platform: Platform
  /** Mailboxes that it has, or that are being made. */
  count: number
}

/**
 * Where domains of a group have fewer mailboxes than its people will have there, as those of a group that was brought in
 * may: sentences that say how many they get, with the numbers that customers see.
 */
export function describeMore(
  rows: readonly UsernameRow[],
  { platforms: present, before, domains }: Omit<DescribedGroup, 'label'>,
): string[] {
  const after = sharesAfter(peopleAfter(rows), before, present)
  return present.flatMap((platform) => {
    const shownOn = (count: number) => countDelivered(platform, count).shown
    const then = shownOn(after.reduce((sum, share) => sum + share[platform], 0))
    const now = domains.flatMap((domain) => (domain.platform === platform ? shownOn(domain.count) : []))
    const fewer = now.filter((count) => count < then)
    if (fewer.length === 0) return []
    return [
      `${moreOf(platformContents[platform].name, { fewer, all: now.length, then })} Your plan has up to ${platformContents[platform].soldPerDomain}.`,
    ]
  })
}

/** "2 of 3 Entra domains get more mailboxes with this change: they have 30 to 35 now and 40 then." */
function moreOf(name: string, { fewer, all, then }: { fewer: number[]; all: number; then: number }): string {
  const [least, most] = [Math.min(...fewer), Math.max(...fewer)]
  if (fewer.length === all && least === most)
    return `Each ${name} domain has ${countOf(least, 'mailbox', 'mailboxes')} now and gets ${then} with this change.`
  const have = least === most ? `${least}` : `${least} to ${most}`
  const every = all === 2 ? 'Both' : `All ${all}`
  const which = fewer.length === all ? every : `${fewer.length} of ${all}`
  const [get, they] = fewer.length === 1 ? ['gets', 'it has'] : ['get', 'they have']
  return `${which} ${name} domains ${get} more mailboxes with this change: ${they} ${have} now and ${then} then.`
}

interface DescribedGroups {
  labels: string[]
  changes: DescribedChange[]
  more: string[]
}

/** The same for several groups, which may have other people each: those to which the same happens stand together. */
export function describeGroups(
  rows: readonly UsernameRow[],
  groups: readonly DescribedGroup[],
): DescribedGroups[] {
  const described = new Map<string, DescribedGroups>()
  for (const group of groups) {
    const changes = describeChanges(rows, group)
    const more = describeMore(rows, group)
    const key = JSON.stringify([
      changes.map((change) => ({ ...change, before: undefined, after: undefined, who: whoOf(change) })),
      more,
    ])
    const same = described.get(key)
    if (same) same.labels.push(group.label)
    else described.set(key, { labels: [group.label], changes, more })
  }
  return [...described.values()]
}

const whoOf = (change: DescribedChange): string[] => [
  'before' in change ? fullNameKey(change.before) : '',
  'after' in change ? fullNameKey(change.after) : '',
]
