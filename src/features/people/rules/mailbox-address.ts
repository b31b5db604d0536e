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

/**
 * How people write their own addresses, the most usual first; no digits. Of whole names and initials alone: a name that
 * is cut short is someone else's.
 */
export function naturalLocalParts(first: string, last: string): string[] {
  const [f, l] = [first.charAt(0), last.charAt(0)]
  return [
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
    `${f}.${l}`,
    `${f}${l}`,
    `${l}.${f}`,
    `${l}${f}`,
  ]
}

/** For initials that spell a role whichever way they are put ("C. C."), where there is nothing but initials. */
function initialsOfLastResort(first: string, last: string): string {
  let stem = `${first.charAt(0)}${last.charAt(0)}`
  while (isRoleWord(stem)) stem += first.charAt(0)
  return stem
}

/** Those that digits are put behind: the most usual ones. */
const stemsMax = 5

/** Room for the digits behind a stem. */
const digitsMaxLength = 4

/**
 * Every local part a person may get, best first, without end: natural ones, then with digits behind them.
 * Nothing in it depends on chance or on time.
 */
function* localPartsFor(firstName: string, lastName: string): Generator<string> {
  const [first, last] = [firstName.toLowerCase(), lastName.toLowerCase()]
  const natural = [...new Set(naturalLocalParts(first, last))].filter(isUsableLocalPart)
  yield* natural
  const roomy = natural.filter((stem) => stem.length <= localPartMaxLength - digitsMaxLength)
  const stems = roomy.length > 0 ? roomy.slice(0, stemsMax) : [initialsOfLastResort(first, last)]
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
 * `taken` holds every local part that was ever used on the domain and not purged: an address is never handed to
 * someone else. What a persona keeps counts towards its number; only the missing ones are
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

/** What everybody gets on a new domain of their order, by persona id: what a form shows before anything is ordered. */
export const previewAddresses = (people: readonly PersonaToAddress[]): Map<string, string[]> =>
  allocateAddresses({ people, taken: new Set() })
