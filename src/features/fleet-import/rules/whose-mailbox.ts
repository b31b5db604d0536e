import { naturalLocalParts } from '#features/people/rules/mailbox-address.ts'
import { fullName } from '#features/people/rules/person-name.ts'
import type { ImportPerson } from './import-row.ts'

export type Whose = { ok: true; person: number } | { ok: false; why: 'nobody' | 'several'; names: string[] }

/** Without the digits at its end. */
function withoutDigits(localPart: string): string {
  let end = localPart.length
  while (end > 0 && '0123456789'.includes(localPart.charAt(end - 1))) end--
  return localPart.slice(0, end)
}

/**
 * Whose of the people a mailbox is: who has its address in the file; the one whose name it is made of, digits behind it not
 * counted; the only one there is. Where that leaves nobody or several it is not guessed.
 */
export function whoseMailbox(localPart: string, people: readonly ImportPerson[]): Whose {
  const said = people.findIndex(({ localParts }) => localParts.includes(localPart))
  if (said >= 0) return { ok: true, person: said }
  if (people.length === 1) return { ok: true, person: 0 }
  const stem = withoutDigits(localPart)
  const like = people.flatMap(({ firstName, lastName }, at) =>
    naturalLocalParts(firstName.toLowerCase(), lastName.toLowerCase()).includes(stem) ? [at] : [],
  )
  const [only, another] = like
  if (only !== undefined && another === undefined) return { ok: true, person: only }
  return {
    ok: false,
    why: only === undefined ? 'nobody' : 'several',
    names: like.map((at) => fullName(people[at] as ImportPerson)),
  }
}
