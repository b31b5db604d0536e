/** One thing that a receiving host checked: `dkim=pass header.d=acme.com`. */
export interface CheckedMethod {
  /** `spf`, `dkim`, `dmarc`, …; in lower case, as the result and the properties' names. */
  method: string
  result: string
  properties: Readonly<Record<string, string>>
}

/** Longer ones are not read: a host that checks three things needs a tenth of it. */
const headerMax = 16_384

/**
 * Reads an `Authentication-Results` header (RFC 8601): `host; method=result (comment) ptype.property=value; …`. Each
 * character is looked at once. What is no pair is skipped: the host's name, which Microsoft leaves out, and the words that
 * it leaves in between. Undefined when the header is too long to be read.
 */
export function readAuthenticationResults(header: string): CheckedMethod[] | undefined {
  if (header.length > headerMax) return undefined
  return partsOf(header).flatMap((pairs) => {
    const [first, ...rest] = pairs
    if (!first) return []
    const [method, result] = first
    return [
      {
        // "dkim/1" names the method's version.
        method: method.split('/')[0] ?? method,
        result: result.toLowerCase(),
        properties: Object.fromEntries(rest),
      },
    ]
  })
}

type Pair = [key: string, value: string]

/** The pairs between two semicolons, comments and quotes taken away. */
function partsOf(header: string): Pair[][] {
  const parts: Pair[][] = []
  let pairs: Pair[] = []
  let key: string | undefined
  let word = ''
  let isValue = false
  let isQuoted = false
  let depth = 0

  /** A word, or a value, has come to its end. */
  const endWord = () => {
    if (isValue) {
      // Spaces may stand before a value.
      if (word === '' && !isQuoted) return
      if (key) pairs.push([key.toLowerCase(), word])
      key = undefined
      isValue = false
    } else if (word !== '') key = word
    word = ''
  }
  const endPart = () => {
    endWord()
    if (pairs.length > 0) parts.push(pairs)
    pairs = []
    key = undefined
    isValue = false
    word = ''
  }

  for (let at = 0; at < header.length; at++) {
    const char = header.charAt(at)
    if (char === '\\' && (depth > 0 || isQuoted)) {
      at++
      if (isQuoted && depth === 0) word += header.charAt(at)
    } else if (depth > 0) depth += char === '(' ? 1 : char === ')' ? -1 : 0
    else if (isQuoted) {
      if (char === '"') {
        endWord()
        isQuoted = false
      } else word += char
    } else if (char === '"') isQuoted = true
    else if (char === '(') {
      endWord()
      depth = 1
    } else if (char === ';') endPart()
    else if (char === ' ' || char === '\t' || char === '\r' || char === '\n') endWord()
    else if (char === '=' && !isValue) {
      if (word !== '') key = word
      word = ''
      isValue = true
    } else word += char
  }
  endPart()
  return parts
}
