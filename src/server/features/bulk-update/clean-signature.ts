import sanitizeHtml from 'sanitize-html'

/** Elements that a mail program shows. Of others the content stays, of those in `dropped` it goes too. */
const elements =
  'a abbr b blockquote br center div em font h1 h2 h3 h4 h5 h6 hr i img li ol p s small span strong sub sup table tbody td th thead tr u ul'
const dropped =
  'applet audio head iframe math noembed noframes noscript object option script select style svg template textarea title video xmp'
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

/**
 * A signature as mail programs may be given it: nothing but the elements, attributes and styles above, every element
 * closed. Text without any tag becomes HTML with its line breaks.
 */
export function cleanSignature(signature: string): CleanSignature {
  const typed = signature.trim()
  let isEmpty = true
  const html = sanitizeHtml(typed, {
    allowedTags: elements.split(' '),
    nonTextTags: dropped.split(' '),
    nestingLimit: deepest,
    allowedAttributes: attributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowedStyles: { '*': Object.fromEntries(styles.map((property) => [property, [styleValue]])) },
    transformTags: {
      '*': (tagName, given) => {
        const attribs = withoutPaths(given)
        if (tagName === 'img' && /^https:/i.test(attribs.src ?? '')) isEmpty = false
        return { tagName, attribs }
      },
    },
    textFilter: (text) => {
      if (/\S/.test(text)) isEmpty = false
      return text
    },
  }).trim()
  const isPlain = !/<\/?[a-z!]/i.test(typed)
  return { html: isPlain ? html.replace(/\r\n|\r|\n/g, '<br />') : html, isEmpty }
}

/**
 * Cleans signatures one after the other, for all callers together, and lets everything else have its turn in between: what
 * one costs is all that a request can be kept waiting.
 */
export function createSignatureCleaner(): (signatures: readonly string[]) => Promise<CleanSignature[]> {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (signature: string): Promise<CleanSignature> => {
    const turn = last.then(async () => {
      await new Promise(setImmediate)
      return cleanSignature(signature)
    })
    last = turn.catch(() => {})
    return turn
  }
  return async (signatures) => {
    const clean: CleanSignature[] = []
    for (const signature of signatures) clean.push(await inTurn(signature))
    return clean
  }
}
