import sanitizeHtml from 'sanitize-html'

/** Different parts that are told one by one. */
const mostTold = 12

/** How often each part is there: `<p>`, `onclick on <p>`, `style position on <p>`. */
export function partsOf(html: string): Map<string, number> {
  const parts = new Map<string, number>()
  const count = (part: string) => parts.set(part, (parts.get(part) ?? 0) + 1)
  // Nothing is allowed and nothing of what comes out is used: only what the parser meets.
  sanitizeHtml(html, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: [],
    onOpenTag: (tag, attributes) => {
      count(`<${tag}>`)
      for (const [name, value] of Object.entries(attributes)) {
        if (name !== 'style') count(`${name} on <${tag}>`)
        else for (const property of propertiesOf(value)) count(`style ${property} on <${tag}>`)
      }
    },
  })
  return parts
}

const propertiesOf = (style: string): string[] =>
  style.split(';').flatMap((declaration) => {
    const name = declaration.split(':', 1)[0]?.trim().toLowerCase() ?? ''
    return /^[a-z-]+$/.test(name) ? [name] : []
  })

/** What was there before and is not any more, in words. */
export function missingParts(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string[] {
  const missing = [...before].flatMap(([part, count]) => (count > (after.get(part) ?? 0) ? [part] : []))
  // Where the whole element is gone, so is what it had.
  const gone = missing.filter((part) => part.startsWith('<') && !after.has(part))
  const told = missing.filter((part) => !gone.some((tag) => part.endsWith(` on ${tag}`)))
  return told.length > mostTold ? [...told.slice(0, mostTold), `${told.length - mostTold} more`] : told
}
