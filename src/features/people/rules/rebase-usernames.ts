import { countOf } from '#base/text/count-of.ts'
import {
  changedMeanwhileMessages,
  hasSameNames,
  isSamePeople,
} from '#features/orders/rules/changed-meanwhile.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { fullName, fullNameKey, type PersonName } from './person-name.ts'
import { type Standing, shownOf } from './shares-after.ts'
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

const namesOf = (groups: readonly Numbered[]): Map<string, PersonName> =>
  new Map(groups.flatMap(({ before }) => before.map((person) => [fullNameKey(person), person])))

/** Whether that is so of the people of each of these groups. */
const inEach =
  (isSo: typeof isSamePeople) =>
  (some: readonly Numbered[], others: readonly Numbered[]): boolean =>
    some.every(({ groupId, before }) =>
      isSo(before, others.find((other) => other.groupId === groupId)?.before ?? []),
    )

/** Whether all these groups have the same people with as many mailboxes, as the server compares them. */
export const isSameGroups = inEach(isSamePeople)

/** Whether the same people stand in the same order, whatever they have. */
const hasSameOrder = inEach(hasSameNames)

/** Who has another number of mailboxes on the domains of a group than before, as sentences with the numbers shown. */
const numbersNews = (before: readonly Numbered[], now: readonly Numbered[]): string[] =>
  now.flatMap((group) => {
    const old = before.find(({ groupId }) => groupId === group.groupId)
    const was = new Map(old && shownIn(old).map((share) => [fullNameKey(share), share]))
    return shownIn(group).flatMap((share) =>
      group.platforms.flatMap((platform) => {
        const had = was.get(fullNameKey(share))?.[platform]
        if (had === undefined || had === share[platform]) return []
        const count = countOf(share[platform], 'mailbox', 'mailboxes')
        const { name } = platformContents[platform]
        return [`${group.label}: ${fullName(share)} has ${count} per ${name} domain now, not ${had}.`]
      }),
    )
  })

const shownIn = ({ before, platforms: present }: Standing) => shownOf(before, present)

/** A group whose people have these mailboxes on each domain, spare ones included. */
interface Numbered extends Standing {
  groupId: string
  label: string
}

/** What is said where nobody joined or left, and no number that is shown differs. */
const unseenNews = {
  people: 'The users of some of these orders, or their order, are others now.',
  numbers: 'Some users have another number of mailboxes now. The numbers shown here are still the same.',
  domains: 'The domains of these orders, or what they have, are others now.',
} as const

/**
 * What has become of the people and their mailboxes since, as sentences, and which entries could not be kept. The title
 * says whether it was they that were changed, what they have, or their domains alone.
 */
export function peopleNews(
  before: readonly Numbered[],
  now: readonly Numbered[],
  rows: readonly UsernameRow[] = [],
): { title: string; changes: string[] } {
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
  const what = !hasSameOrder(before, now) ? 'people' : isSameGroups(before, now) ? 'domains' : 'numbers'
  const title = changedMeanwhileMessages[what]
  // Who joins or leaves changes the numbers of the others: that the table shows.
  const news = added.length + gone.length > 0 ? [...added, ...gone] : numbersNews(before, now)
  if (news.length > 0) return { title, changes: news }
  return { title, changes: [unseenNews[what]] }
}
