import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { required } from '#base/text/required.ts'
import { asOneForm } from '../rules/password.ts'
import { type Asker, inTurn, operator } from './password-line.ts'

/** argon2id, 19 MiB, two passes, one lane: the OWASP floor. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string, asker: Asker): Promise<string> =>
  inTurn(asker, () => hash(asOneForm(password), options))

/** A hash no one's password has; verified for unknown customers, so that they take as long to refuse. */
const nobodysHash = hashPassword(`${Math.random()}`, operator)

/**
 * Always costs one hash (two where it is not typed in its one form), whether or not there is something to compare with. Throws a `Refusal` where too many wait.
 */
export async function passwordMatches(
  stored: string | undefined,
  given: string,
  asker: Asker,
): Promise<boolean> {
  const compared = stored || (await nobodysHash)
  const fits = (password: string) => inTurn(asker, () => verify(compared, password).catch(() => false))
  const form = asOneForm(given)
  // Hashes from before were made of what was typed.
  const matches = (await fits(form)) || (form !== given && (await fits(given)))
  return stored ? matches : false
}

const sets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@$!%*?&.'] as const

/** A one-time password that satisfies the rule and has no letters that look alike; about 90 random bits. */
export function oneTimePassword(): string {
  const pick = (set: string) => set.charAt(randomInt(set.length))
  const characters = sets.map(pick)
  while (characters.length < 15) characters.push(pick(required(sets[randomInt(3)], 'a set')))
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const [one, other] = [characters[i] ?? '', characters[j] ?? '']
    characters[i] = other
    characters[j] = one
  }
  return characters.join('')
}
