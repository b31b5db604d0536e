import { randomBytes, randomInt } from 'node:crypto'

/** What opens a session or a step towards one: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** No letters that look like digits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const recoveryLetters = 16

/** A recovery code as it is shown: four groups of four, 80 random bits. */
export function newRecoveryCode(): string {
  const text = Array.from({ length: recoveryLetters }, () => letters.charAt(randomInt(letters.length))).join(
    '',
  )
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** What someone typed as a second factor, without blanks and dashes; undefined where it can be neither kind. */
export function readCode(typed: string): { kind: 'totp' | 'recovery'; code: string } | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code }
  return code.length === recoveryLetters ? { kind: 'recovery', code } : undefined
}
