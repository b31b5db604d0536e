import { passwordMessages } from '../rules/password.ts'

/** So many of the most common ones are refused. */
const refusedCount = 10_000
/** What the software itself is called, whatever the operator sells it as: its demo password is made of it. */
const ownName = 'inboxyard'
/** Shorter parts of an address are in every other password by chance. */
const leastPart = 4

/** What people write in the place of a letter. */
const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const withLetters = (text: string, one: 'i' | 'l'): string =>
  [...text].map((sign) => (sign === '1' ? one : (substitutes[sign] ?? sign))).join('')
/** As it is, and with its letters put back. */
const readings = (text: string): string[] => [text, withLetters(text, 'i'), withLetters(text, 'l')]

const isLetter = (sign: string | undefined) => sign !== undefined && sign >= 'a' && sign <= 'z'

/** The text, and what is left of it as the digits and signs at its end go one by one. */
function stems(text: string): string[] {
  const found = [text]
  let end = text.length
  while (end > 1 && !isLetter(text[end - 1])) found.push(text.slice(0, --end))
  return found
}

/** Read when it is first needed: few processes ever change a password, and the list takes a tenth of a second. */
let common: Promise<ReadonlySet<string>> | undefined
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, refusedCount))
}

const lettersAndDigits = (text: string): string =>
  [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).join('')

/** What an attacker knows about a customer: the address, its parts, and the product's name. */
function knownWords(email: string, productName: string): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const labels = domain.split('.').slice(0, -1)
  return [local, domain, ...labels, productName.toLowerCase(), ownName]
    .map(lettersAndDigits)
    .filter((word) => word.length >= leastPart)
}

/**
 * Why someone would guess a new password, as a sentence; undefined when they would not. Common ones are found with
 * digits and signs at the end, which our own rule asks for, and with signs in the place of letters.
 */
export async function guessablePassword(
  password: string,
  { email, productName }: { email: string; productName: string },
): Promise<string | undefined> {
  const typed = password.toLowerCase()
  const squeezed = readings(typed).map(lettersAndDigits)
  if (knownWords(email, productName).some((word) => squeezed.some((text) => text.includes(word))))
    return passwordMessages.personal
  common ??= readCommon()
  const list = await common
  return stems(typed)
    .flatMap(readings)
    .some((stem) => list.has(stem))
    ? passwordMessages.common
    : undefined
}
