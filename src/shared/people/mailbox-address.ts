import { isRoleWord } from './role-words.ts'

/** The longest part before the @ that Microsoft and Google accept (and SMTP: RFC 5321, 4.5.3.1.1). */
const localPartMaxLength = 64

const wellFormed = /^[a-z0-9]+(?:\.[a-z0-9]+)*$/

/** Whether a local part may be used for a person's mailbox. */
export const isUsableLocalPart = (localPart: string): boolean =>
  localPart.length >= 2 &&
  localPart.length <= localPartMaxLength &&
  wellFormed.test(localPart) &&
  !isRoleWord(localPart)

/** How people write their own addresses, the most usual first; no digits. */
function naturalLocalParts(first: string, last: string): string[] {
  const [f, l] = [first.charAt(0), last.charAt(0)]
  const whole = [
    first,
    `${first}.${last}`,
    `${first}${last}`,
    `${f}.${last}`,
    `${f}${last}`,
    `${last}.${first}`,
    `${first}.${l}`,
    `${first}${l}`,
    `${last}${first}`,
    `${last}.${f}`,
    `${last}${f}`,
    last,
    `${l}.${first}`,
    `${l}${first}`,
  ]
  // Cut to the length of a nickname: "chris.doe", "jane.mont".
  const shortFirst = [5, 4, 3, 2]
    .filter((length) => length < first.length)
    .map((length) => first.slice(0, length))
  const shortLast = [5, 4, 3].filter((length) => length < last.length).map((length) => last.slice(0, length))
  const shortened = [
    ...shortFirst.flatMap((short) => [`${short}.${last}`, `${short}${last}`, `${last}.${short}`]),
    ...shortLast.flatMap((short) => [`${first}.${short}`, `${first}${short}`]),
    ...shortFirst.flatMap((short) => [short, `${short}.${l}`, `${short}${l}`]),
  ]
  return [...whole, ...shortened, `${f}.${l}`, `${f}${l}`]
}

/** For names so long that nothing fits beside them, and initials that spell a role ("H. R."). */
function stemOfLastResort(first: string, last: string): string {
  let stem = `${first}${last}`.slice(0, localPartMaxLength - 4)
  while (isRoleWord(stem)) stem += first
  return stem
}

/**
 * Every local part a person may get, best first, without end: natural ones, then with digits behind them.
 * Nothing in it depends on chance or on time.
 */
function* localPartsFor(firstName: string, lastName: string): Generator<string> {
  const [first, last] = [firstName.toLowerCase(), lastName.toLowerCase()]
  const natural = [...new Set(naturalLocalParts(first, last))].filter(isUsableLocalPart)
  yield* natural
  const stems = natural.slice(0, 5).filter((stem) => stem.length <= localPartMaxLength - 4)
  if (stems.length === 0) stems.push(stemOfLastResort(first, last))
  for (let number = 1; ; number += 1) {
    for (const stem of stems) if (isUsableLocalPart(`${stem}${number}`)) yield `${stem}${number}`
  }
}

export interface PersonaToAddress {
  personaId: string
  firstName: string
  lastName: string
  /** Mailboxes the persona is to have on the domain. */
  count: number
  /** Local parts of the mailboxes the persona has there and keeps. */
  kept?: readonly string[]
}

/**
 * Chooses the local parts that are still missing on one domain.
 *
 * `taken` holds every local part that was ever used on the domain and not purged, whoever had it: an address
 * is never handed to somebody else. What a persona keeps counts towards its number; only the missing ones are
 * chosen, so that running again with the result kept chooses nothing. People take turns, so that two Janes
 * share the good ones fairly; the same input gives the same addresses.
 *
 * Returns the new local parts by persona id, for each persona in the list.
 */
export function allocateAddresses({
  people,
  taken,
}: {
  people: readonly PersonaToAddress[]
  taken: ReadonlySet<string>
}): Map<string, string[]> {
  const used = new Set([...taken, ...people.flatMap((person) => person.kept ?? [])])
  const waiting = people.map((person) => {
    const added: string[] = []
    return {
      candidates: localPartsFor(person.firstName, person.lastName),
      missing: person.count - (person.kept?.length ?? 0),
      added,
    }
  })
  const nextFree = (candidates: Generator<string>): string => {
    for (;;) {
      const { value } = candidates.next()
      if (!used.has(value)) return value
    }
  }
  const rounds = Math.max(0, ...waiting.map((each) => each.missing))
  for (let round = 0; round < rounds; round += 1) {
    for (const person of waiting) {
      if (round >= person.missing) continue
      const localPart = nextFree(person.candidates)
      used.add(localPart)
      person.added.push(localPart)
    }
  }
  return new Map(people.map((person, index) => [person.personaId, waiting[index]!.added]))
}
