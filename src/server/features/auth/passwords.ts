import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id, 19 MiB, two passes, one lane: the OWASP floor. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** A hash nobody's password has; verified for unknown customers, so that they take as long to refuse. */
const nobodysHash = hashPassword(`${Math.random()}`)

/** Always costs one hash, whether or not there is something to compare with. */
export async function passwordMatches(stored: string | undefined, given: string): Promise<boolean> {
  const matches = await verify(stored || (await nobodysHash), given).catch(() => false)
  return stored ? matches : false
}

const sets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@$!%*?&.'] as const

/** A one-time password that satisfies the rule and has no letters that look alike; about 90 random bits. */
export function oneTimePassword(): string {
  const pick = (set: string) => set[randomInt(set.length)] as string
  const characters = sets.map(pick)
  while (characters.length < 15) characters.push(pick(sets[randomInt(3)] as string))
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[characters[i], characters[j]] = [characters[j] as string, characters[i] as string]
  }
  return characters.join('')
}
