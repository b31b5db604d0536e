import type { Brand } from '#base/brand/brand.ts'
import { invalid, ruleBroken } from '#base/http/refusal.ts'
import { guessablePassword } from './guessable-password.ts'
import type { Asker } from './password-line.ts'
import { passwordMatches } from './passwords.ts'

/** A new password by the name of its field. */
type Given = Record<string, string>

const entryOf = (given: Given): [field: string, password: string] => Object.entries(given)[0] ?? ['', '']

/** Throws a `Refusal` for a password that is easily guessed. */
export async function refuseGuessable(
  { productName }: Pick<Brand, 'productName'>,
  email: string,
  given: Given,
): Promise<void> {
  const [field, password] = entryOf(given)
  const problem = await guessablePassword(password, { email, productName })
  if (problem) throw invalid(problem, { [field]: problem })
}

/** Throws a `Refusal` for the password that the operator's reset ended: others may know it. */
export async function refuseEndedByReset(
  beforeReset: string | null,
  given: Given,
  asker: Asker,
): Promise<void> {
  const [field, password] = entryOf(given)
  if (!beforeReset || !(await passwordMatches(beforeReset, password, asker))) return
  const message = 'This password was ended by the reset. Please choose another one.'
  throw ruleBroken(message, { [field]: message })
}
