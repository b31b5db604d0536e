/**
 * A browser that translates a page puts `<font>` elements in the place of its texts. React knows nothing of that: where
 * it takes a text away or puts something before it, the browser throws, and what it changes in a text is not seen. So
 * what stands for which text is noted, and what is done to a text is done where it stands. Without a translation nothing
 * but a look at what was added is done.
 */
export function bearTranslation(): void {
  observer ??= new MutationObserver(note)
  observer.observe(document.documentElement, { childList: true, subtree: true })
}

let observer: MutationObserver | undefined
/** By text, what stands in its place. */
const translations = new WeakMap<Text, Element>()
const taken = new WeakSet<Element>()

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

function note(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode === target) continue
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (!font || taken.has(font)) continue
      taken.add(font)
      translations.set(text, font)
      follow()
    }
}

/** What stands in a place of a text that is no child of it any more. */
function standIn(parent: Node, text: Node | null): Element | undefined {
  if (!(text instanceof Text) || text.parentNode === parent) return undefined
  note(observer?.takeRecords() ?? [])
  const font = translations.get(text)
  return font?.parentNode === parent ? font : undefined
}

let isFollowing = false

/** From the first translated text on. */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  const { insertBefore, removeChild, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const setValue = nodeValue?.set

  /** A text that is put somewhere itself needs nothing in its place. */
  const free = (node: Node): void => {
    const font = node instanceof Text ? translations.get(node) : undefined
    if (font && node instanceof Text && !font.contains(node)) font.remove()
  }
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const font = standIn(this, child)
      if (font) removeChild.call(this, font)
      else if (!(child instanceof Text) || child.parentNode === this) removeChild.call(this, child)
      return child
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      free(node)
      const place = standIn(this, before) ?? before
      // Its place is gone with a translation that was taken back.
      const isLost = place instanceof Text && place.parentNode !== this
      return insertBefore.call(this, node, isLost ? null : place)
    },
    appendChild(this: Node, node: Node) {
      free(node)
      return appendChild.call(this, node)
    },
  })
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      setValue?.call(this, value)
      if (!(this instanceof Text)) return
      note(observer?.takeRecords() ?? [])
      const font = translations.get(this)
      // The text itself comes back, and is translated anew.
      if (font?.isConnected && font.parentNode !== this.parentNode) font.replaceWith(this)
    },
  })
}
