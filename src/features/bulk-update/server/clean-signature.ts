import sanitizeHtml from 'sanitize-html'
import { droppedElements, shownElements } from '../rules/signature-elements.ts'
import { type ReadSignature, readSignature, withoutControls } from './read-signature.ts'

/** Different parts that are told one by one. */
const mostTold = 12

/** How often each part is there: `<p>`, `onclick on <p>`, `style position on <p>`. */
function partsOf(html: string): Map<string, number> {
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
function missingParts(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  const missing = [...before].flatMap(([part, count]) => (count > (after.get(part) ?? 0) ? [part] : []))
  // Where the whole element is gone, so is what it had.
  const gone = missing.filter((part) => part.startsWith('<') && !after.has(part))
  const told = missing.filter((part) => !gone.some((tag) => part.endsWith(` on ${tag}`)))
  return told.length > mostTold ? [...told.slice(0, mostTold), `${told.length - mostTold} more`] : told
}

/** Signatures are tables within tables, though not that many. */
const deepest = 50

const attributes = {
  '*': ['align', 'bgcolor', 'dir', 'height', 'style', 'title', 'valign', 'width'],
  a: ['href'],
  font: ['color', 'face', 'size'],
  hr: ['size'],
  img: ['src', 'alt'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}
const addresses = ['href', 'src']

/** Size, colour, type and room: nothing that loads, covers or runs. */
const sides = ['', '-top', '-right', '-bottom', '-left']
const styles = [
  ...'background-color border-collapse border-radius border-spacing color display font font-family font-size'.split(
    ' ',
  ),
  ...'font-style font-variant font-weight height letter-spacing line-height max-width min-width'.split(' '),
  ...'text-align text-decoration text-transform vertical-align white-space width'.split(' '),
  ...sides.flatMap((side) => [`margin${side}`, `padding${side}`]),
  ...sides.flatMap((side) => ['', '-color', '-style', '-width'].map((what) => `border${side}${what}`)),
]
const styleValue = /^(?:[\w\s#%.,'"!+-]|\b(?:rgb|hsl)a?\([\w\s%.,+/-]*\))*$/i

/** An address within a site leads nowhere from a mail. */
const withoutPaths = (attribs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attribs)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([name, value]) => !addresses.includes(name) || URL.canParse(value)),
  )

/** A signature as it may be kept and sent. */
export interface CleanSignature {
  html: string
  /** Nothing of it can be seen. */
  isEmpty: boolean
}

/** Nothing but the elements, attributes and styles above, every element closed. */
function safeHtml(html: string): CleanSignature {
  let isEmpty = true
  const safe = sanitizeHtml(html, {
    allowedTags: shownElements,
    nonTextTags: droppedElements,
    nestingLimit: deepest,
    allowedAttributes: attributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowedStyles: { '*': Object.fromEntries(styles.map((property) => [property, [styleValue]])) },
    // A picture without an address is a broken one.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    transformTags: {
      '*': (tagName, given) => {
        const attribs = withoutPaths(given)
        if (tagName === 'img' && /^https:/i.test(attribs.src ?? '')) isEmpty = false
        return { tagName, attribs }
      },
    },
    textFilter: (text) => {
      const shown = withoutControls(text)
      if (/\S/.test(shown)) isEmpty = false
      return shown
    },
  }).trim()
  // Those written as entities, in attributes as well.
  return { html: withoutControls(safe), isEmpty }
}

const cleanRead = ({ html, isText }: ReadSignature): CleanSignature =>
  isText ? { html, isEmpty: !/\S/.test(html.replaceAll('<br />', '')) } : safeHtml(html)

/** A signature as mail programs may be given it. */
export const cleanSignature = (signature: string): CleanSignature => cleanRead(readSignature(signature))

export interface SignatureCleaner {
  clean(signatures: readonly string[]): Promise<CleanSignature[]>
  /** The same of one, with what was taken out of it, in words. */
  preview(signature: string): Promise<CleanSignature & { removed: string[] }>
}

/**
 * Works on signatures one after the other, for all callers together and in slices, and lets everything else have its
 * turn in between: what one slice costs is all that a request can be kept waiting.
 */
export function createSignatureCleaner(): SignatureCleaner {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => T): Promise<T> => {
    const turn = last.then(async () => {
      await new Promise(setImmediate)
      return work()
    })
    last = turn.catch(() => {})
    return turn
  }
  const cleanOne = async (signature: string) => {
    const read = await inTurn(() => readSignature(signature))
    return { read, clean: await inTurn(() => cleanRead(read)) }
  }
  return {
    async clean(signatures) {
      const clean: CleanSignature[] = []
      for (const signature of signatures) clean.push((await cleanOne(signature)).clean)
      return clean
    },
    async preview(signature) {
      const { read, clean } = await cleanOne(signature)
      if (read.isText) return { ...clean, removed: read.removed }
      const before = await inTurn(() => partsOf(read.html))
      const after = await inTurn(() => partsOf(clean.html))
      return { ...clean, removed: [...read.removed, ...missingParts(before, after)] }
    },
  }
}
