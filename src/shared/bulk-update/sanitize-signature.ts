/**
 * Elements that a mail program shows, each with the attributes it may have besides the common ones. Everything
 * else is left out: of unknown elements the content stays, of those below in `dropped` it goes too.
 */
const elements: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  abbr: [],
  b: [],
  blockquote: [],
  br: [],
  center: [],
  div: [],
  em: [],
  font: ['color', 'face', 'size'],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: ['size'],
  i: [],
  img: ['src', 'alt'],
  li: [],
  ol: [],
  p: [],
  s: [],
  small: [],
  span: [],
  strong: [],
  sub: [],
  sup: [],
  table: ['border', 'cellpadding', 'cellspacing'],
  tbody: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  thead: [],
  tr: [],
  u: [],
  ul: [],
}
const common = ['align', 'bgcolor', 'dir', 'height', 'style', 'title', 'valign', 'width']
/** Elements without content, and so without an end tag. */
const empty = new Set(['br', 'hr', 'img'])
const dropped = [
  'applet',
  'audio',
  'head',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]

const addresses: Readonly<Record<string, RegExp>> = {
  href: /^(https?:\/\/|mailto:|tel:)[^\s]/i,
  src: /^https:\/\/[^\s]/i,
}
/** Size, colour, type and room: nothing that loads, covers or runs. */
const styleProperty =
  /^(background-color|border(-(top|right|bottom|left))?(-(color|style|width|collapse|spacing|radius))?|color|display|font(-(family|size|style|variant|weight))?|height|letter-spacing|line-height|margin(-(top|right|bottom|left))?|max-width|min-width|padding(-(top|right|bottom|left))?|text-(align|decoration|transform)|vertical-align|white-space|width)$/
const styleValue = /^[\w\s#%.,'"!()+-]*$/
const styleCall = /^(?:rgb|rgba|hsl|hsla)$/i

const tag = /<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const attribute = /([a-z][a-z-]*)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi

/**
 * A signature as mail programs may be given it: rebuilt out of the elements, attributes and styles above, every
 * element closed. Text without any tag becomes HTML with its line breaks. What comes out stays the same when it
 * goes in again.
 */
export function sanitizeSignature(signature: string): string {
  const html = signature.trim()
  if (!/<\/?[a-z!]/i.test(html)) return escapeText(html).replace(/\r\n|\r|\n/g, '<br>')
  const source = withoutDropped(html)
  const open: string[] = []
  let out = ''
  let from = 0
  for (const found of source.matchAll(tag)) {
    out += escapeText(source.slice(from, found.index))
    from = found.index + found[0].length
    const name = (found[2] as string).toLowerCase()
    const allowed = elements[name]
    if (!Object.hasOwn(elements, name) || !allowed) continue
    if (!found[1]) {
      out += `<${name}${attributesOf(found[3] ?? '', allowed)}>`
      if (!empty.has(name)) open.push(name)
    } else if (open.includes(name)) {
      // Whatever was left open inside ends with it.
      for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
        out += `</${inner}>`
        if (inner === name) break
      }
    }
  }
  out += escapeText(source.slice(from))
  return (
    out +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  ).trim()
}

/** Whether anything of a signature can be seen. */
export const isEmptySignature = (html: string): boolean =>
  !/<img /.test(html) && html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') === ''

/** Without comments, declarations and elements whose content is not for reading, whether they end or not. */
function withoutDropped(html: string): string {
  let rest = html.replace(/<!--[\s\S]*?(-->|$)/g, '').replace(/<[!?][^>]*(>|$)/g, '')
  const element = new RegExp(`<(${dropped.join('|')})(?![a-z0-9])[\\s\\S]*?(<\\/\\1\\s*>|$)`, 'gi')
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(element, '')
  }
  return rest
}

function attributesOf(source: string, allowed: readonly string[]): string {
  const kept = new Map<string, string>()
  for (const [, rawName = '', double, single, bare] of source.matchAll(attribute)) {
    const name = rawName.toLowerCase()
    if (kept.has(name) || (!allowed.includes(name) && !common.includes(name))) continue
    const value = attributeValue(name, decodeEntities(double ?? single ?? bare ?? ''))
    if (value) kept.set(name, value)
  }
  return [...kept].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')
}

function attributeValue(name: string, value: string): string | undefined {
  const clean = stripControls(value).trim()
  const address = addresses[name]
  if (address) return address.test(clean) ? clean : undefined
  return name === 'style' ? safeStyle(clean) : clean
}

function safeStyle(style: string): string {
  const kept: string[] = []
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    const calls = [...value.matchAll(/([\w-]*)\s*\(/g)].map(([, name]) => name as string)
    if (styleProperty.test(property) && styleValue.test(value) && calls.every((name) => styleCall.test(name)))
      kept.push(`${property}: ${value}`)
  }
  return kept.join('; ')
}

const stripControls = (text: string): string =>
  [...text].filter((letter) => letter >= ' ' && letter !== '\u007f').join('')

/** Entities that stand in text stay as they are; every other sign that means something in HTML is escaped. */
const escapeText = (text: string): string =>
  text
    .replace(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});)/gi, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
const escapeAttribute = (text: string): string => escapeText(text).replace(/"/g, '&quot;')

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  colon: ':',
  gt: '>',
  lt: '<',
  newline: '\n',
  quot: '"',
  tab: '\t',
}
/** Those by which an address could hide what it is. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));?/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
