/** Names in other scripts, which DNS writes as `xn--…` (RFC 3492, 5891). */

const prefix = 'xn--'
/** No label of the DNS is longer. */
const labelMax = 63
const [base, tMin, tMax, skew, damp, firstBias, firstCodePoint] = [36, 1, 26, 38, 700, 72, 128] as const
const lastCodePoint = 0x10ffff

/** -1 for what is no digit, the end of the text among it. */
const digitOf = (letter: string): number =>
  letter === '' ? -1 : 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter)

function adaptedBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > ((base - tMin) * tMax) / 2; bias += base) rest = Math.floor(rest / (base - tMin))
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/** The letters of a label behind its `xn--`; undefined when it spells none. */
function decoded(encoded: string): string | undefined {
  const dash = encoded.lastIndexOf('-')
  const letters = [...encoded.slice(0, Math.max(dash, 0))].map((letter) => letter.charCodeAt(0))
  let [at, code, place, bias] = [dash + 1, firstCodePoint as number, 0, firstBias as number]
  while (at < encoded.length) {
    const before = place
    for (let [weight, k] = [1, base as number]; ; k += base) {
      const digit = digitOf(encoded.charAt(at++))
      if (digit < 0) return undefined
      place += digit * weight
      if (place > Number.MAX_SAFE_INTEGER) return undefined
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = letters.length + 1
    bias = adaptedBias(place - before, count, before === 0)
    code += Math.floor(place / count)
    if (code > lastCodePoint) return undefined
    place %= count
    letters.splice(place++, 0, code)
  }
  return String.fromCodePoint(...letters)
}

const isEncoded = (label: string) => label.startsWith(prefix) && label.length <= labelMax

/** A name as DNS writes it; undefined when it has no letters of other scripts, or ones that no name can have. */
export function encodedName(name: string): string | undefined {
  const address = `https://${name}`
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  return hostname.split('.').some(isEncoded) ? hostname : undefined
}

/** A name as its owner reads it: `müller.de` for `xn--mller-kva.de`. One that spells nothing stays as it is. */
export function unicodeName(name: string): string {
  const spelt = name
    .split('.')
    .map((label) => (isEncoded(label) ? (decoded(label.slice(prefix.length)) ?? label) : label))
    .join('.')
  return encodedName(spelt) === name ? spelt : name
}
