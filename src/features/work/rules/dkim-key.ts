import { accept, type Outcome, refuse } from '#base/text/outcome.ts'

/** `rsaEncryption` without parameters, as every RSA key names itself. */
const rsaEncryption = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
const [sequence, bitString, integer] = [0x30, 0x03, 0x02]

interface Span {
  start: number
  end: number
}

/** Where the content of a DER value stands that begins here; undefined where there is none of that kind. */
function contentAt(bytes: Uint8Array, at: number, tag: number, end: number): Span | undefined {
  if (bytes[at] !== tag) return undefined
  const first = bytes[at + 1] ?? 0xff
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  // Longer ones than 64 KB are no keys.
  if (lengthBytes > 2) return undefined
  const start = at + 2 + lengthBytes
  const length =
    lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, b) => sum * 256 + b, 0)
  return start + length <= end ? { start, end: start + length } : undefined
}

/**
 * How many bits a public RSA key has that is given in DER (`SubjectPublicKeyInfo`); undefined for anything else, also
 * where something is missing at its end or follows it.
 */
function rsaBits(bytes: Uint8Array): number | undefined {
  const whole = contentAt(bytes, 0, sequence, bytes.length)
  if (whole?.end !== bytes.length) return undefined
  const algorithm = contentAt(bytes, whole.start, sequence, whole.end)
  if (!algorithm || algorithm.end - algorithm.start !== rsaEncryption.length) return undefined
  if (rsaEncryption.some((byte, index) => bytes[algorithm.start + index] !== byte)) return undefined
  const bits = contentAt(bytes, algorithm.end, bitString, whole.end)
  if (bits?.end !== whole.end || bytes[bits.start] !== 0) return undefined
  const key = contentAt(bytes, bits.start + 1, sequence, bits.end)
  const modulus = key?.end === bits.end ? contentAt(bytes, key.start, integer, key.end) : undefined
  const exponent = modulus && key ? contentAt(bytes, modulus.end, integer, key.end) : undefined
  if (!modulus || exponent?.end !== bits.end || exponent.end === exponent.start) return undefined
  const first = bytes[modulus.start] === 0 ? modulus.start + 1 : modulus.start
  const top = bytes[first] ?? 0
  return first < modulus.end && top > 0 ? (modulus.end - first - 1) * 8 + (32 - Math.clz32(top)) : undefined
}

/** Characters of a key with everything around it; one of 4,096 bits has about 750. */
export const dkimKeyMaxLength = 4_000
/** Bits that a key may have: shorter ones count for nothing at Google's and others' servers. */
const bits = { min: 1_024, max: 4_096 }

export const dkimKeyMessages = {
  tooLong: `A key has at most ${dkimKeyMaxLength} characters.`,
  empty: 'There is no key behind "p=".',
  notDkim: 'This is no DKIM key: it does not begin with v=DKIM1.',
  notRsa: 'The key is not of the kind RSA (k=rsa).',
  tag: 'A key of Google’s has nothing but v, k and p.',
  base64: 'The key has characters that no key has, or lacks some.',
  cut: 'The key is not whole: its beginning or its end is missing.',
  bits: `The key has to have ${bits.min} to ${bits.max} bits.`,
} as const

type DkimKeyProblem = keyof typeof dkimKeyMessages
const no = (code: DkimKeyProblem) => refuse(code, dkimKeyMessages[code])

const tagName = /^[a-z]$/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * What Google shows as the TXT value, with or without quotes, in one string or several, or its key alone. Returns the
 * value to be published: `v=DKIM1; k=rsa; p=…`.
 */
export function readDkimKey(text: string): Outcome<string, DkimKeyProblem> {
  if (text.length > dkimKeyMaxLength) return no('tooLong')
  // Zone files write a backslash before a semicolon; the strings of a long value stand in quotes of their own.
  const plain = text.replace(/["\s\\]+/g, '')
  const key = plain.includes(';') || /^[a-z]=/i.test(plain) ? readTags(plain) : accept(plain)
  if (!key.ok) return key
  const problem = problemOf(key.value)
  return problem ? no(problem) : accept(`v=DKIM1; k=rsa; p=${key.value}`)
}

function readTags(plain: string): Outcome<string, DkimKeyProblem> {
  const tags = new Map<string, string>()
  for (const part of plain.split(';')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).toLowerCase()
    if (!tagName.test(name) || tags.has(name)) return no(tags.has('p') ? 'base64' : 'notDkim')
    tags.set(name, part.slice(at + 1))
  }
  if ((tags.get('v') ?? 'DKIM1').toUpperCase() !== 'DKIM1' || !tags.has('p')) return no('notDkim')
  if ((tags.get('k') ?? 'rsa').toLowerCase() !== 'rsa') return no('notRsa')
  if ([...tags.keys()].some((name) => !'vkp'.includes(name))) return no('tag')
  return accept(tags.get('p') ?? '')
}

function problemOf(key: string): DkimKeyProblem | undefined {
  if (key === '') return 'empty'
  if (!base64.test(key) || key.length % 4 !== 0) return 'base64'
  const length = rsaBits(bytesOf(key))
  if (length === undefined) return 'cut'
  return length < bits.min || length > bits.max ? 'bits' : undefined
}

const bytesOf = (key: string): Uint8Array => Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0))
