const hidden = '•••'

/** What is named as a secret: "password=…", "api_key: …", "Bearer …". */
const named =
  /((?:password|passwd|pwd|secret|token|api[ _-]?key|signature|code|authorization)["']?\s{0,3}[:=]\s{0,3}["']?|bearer )([^\s"',;&]{3,})/gi
/** What is too long, and too mixed, to be anything that people have written. */
const opaque = /(?<![\w+/=-])(?=[\w+/=-]{0,60}\d)[\w+/=-]{28,}/g

/** Without whatever an address says behind its path. */
const withoutQuery = (word: string): string => {
  const start = word.search(/[?#]/)
  return start > 0 && word.includes('://') ? `${word.slice(0, start)}?${hidden}` : word
}

/**
 * The words of a third party without what would open anything: what they call a secret, long opaque texts, and what
 * addresses carry. What was sent with a request is hidden where its answer comes in; this is the second line.
 */
export const withoutSecrets = (text: string): string =>
  text
    .slice(0, 2_000)
    .split(/(\s)/)
    .map(withoutQuery)
    .join('')
    .replace(named, `$1${hidden}`)
    .replace(opaque, hidden)
