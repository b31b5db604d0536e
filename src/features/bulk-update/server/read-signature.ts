import { knownElements, lineElements } from '../rules/signature-elements.ts'

/** A signature as it was meant. */
export interface ReadSignature {
  /** HTML in which everything that was meant as text is escaped; not yet safe. */
  html: string
  /** There is nothing in it but text. */
  isText: boolean
  /** What was left out on the way, in words. */
  removed: string[]
}

const breaks = '<br />'
const nbsp = '\u00a0'

/** What no mail program shows, and some stumble over. */
export const withoutControls = (text: string): string => text.replace(/(?![\t\n])\p{Cc}/gu, '')

/**
 * Tells text from HTML. Text is text, with its line ends and spaces, and so is whatever stands between angle brackets
 * without being a tag: `<jane@acme.com>`, `<acme>`, `1 < 2`. Beside tags that say nothing of lines, line ends stay too.
 */
export function readSignature(typed: string): ReadSignature {
  const lines = typed.toWellFormed().replace(/\r\n?/g, '\n')
  const visible = withoutControls(lines).trim()
  const removed = visible.length < lines.trim().length ? ['control characters'] : []
  const pieces = [...piecesOf(visible)]
  const tags = pieces.filter(({ kind }) => kind !== 'text')
  if (tags.length === 0) return { html: textAsHtml(visible), isText: true, removed }
  if (tags.some(({ kind }) => kind === 'comment')) removed.push('comments')
  const keepsLines = !tags.some(({ name }) => lineElements.has(name))
  const html = pieces.map(({ kind, source }) => {
    if (kind !== 'text') return source
    // Its entities mean what they mean in HTML; only what looked like a tag is written out.
    const text = source.replaceAll('<', '&lt;')
    return keepsLines ? text.replaceAll('\n', breaks) : text
  })
  return { html: html.join(''), isText: false, removed }
}

/** What a browser shows as this very text: it would run spaces together and leave them out at the ends of lines. */
function textAsHtml(text: string): string {
  const lineAsHtml = (line: string) =>
    line
      .replaceAll('\t', '    ')
      .replace(/ +/g, (run, at: number, whole: string) => {
        const isAtEnd = at === 0 || at + run.length === whole.length
        return isAtEnd ? nbsp.repeat(run.length) : `${nbsp.repeat(run.length - 1)} `
      })
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  return text.split('\n').map(lineAsHtml).join(breaks)
}

interface Piece {
  kind: 'text' | 'tag' | 'comment'
  source: string
  /** Of a tag, in small letters. */
  name: string
}

/** Tags, comments and the text between them, in their order. */
function* piecesOf(source: string): Generator<Piece> {
  const endOfTag = tagEnds(source)
  const lastCommentEnd = source.lastIndexOf('-->')
  let from = 0
  const opening = /<(?:!--|[!?]|\/?([a-z][a-z0-9]*(?::[a-z]+)?)(?=[\s/>]))/gi
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const [begin, name = ''] = found
    const isComment = begin === '<!--'
    const inside = found.index + begin.length
    const end = !isComment
      ? endOfTag(inside)
      : inside <= lastCommentEnd
        ? source.indexOf('-->', inside) + 3
        : undefined
    if (end === undefined || (name !== '' && !isKnown(name.toLowerCase()))) continue
    if (found.index > from) yield { kind: 'text', source: source.slice(from, found.index), name: '' }
    yield {
      kind: name === '' ? 'comment' : 'tag',
      source: source.slice(found.index, end),
      name: name.toLowerCase(),
    }
    from = end
    opening.lastIndex = end
  }
  if (from < source.length) yield { kind: 'text', source: source.slice(from), name: '' }
}

/** `o:p` and its like are what Word and Outlook write. */
const isKnown = (name: string): boolean => knownElements.has(name) || /^(?:o|v|w|m|x|st1):/.test(name)

/**
 * Where the tag ends whose attributes begin at a place; undefined when it does not. Values in quotes may hold angle
 * brackets. What is known to come to nothing is not read again: a text of nothing but openings would take forever.
 */
function tagEnds(source: string): (inside: number) => number | undefined {
  const hopeless = new Set<number>()
  return (inside) => {
    const passed: number[] = []
    const next = /[<>]|=\s*["']/g
    next.lastIndex = inside
    for (let found = next.exec(source); found; found = next.exec(source)) {
      const [mark] = found
      if (mark === '>') return found.index + 1
      if (mark === '<') break
      const close = source.indexOf(mark.slice(-1), next.lastIndex)
      if (close < 0 || hopeless.has(close)) break
      passed.push(close)
      next.lastIndex = close + 1
    }
    for (const close of passed) hopeless.add(close)
    return undefined
  }
}
