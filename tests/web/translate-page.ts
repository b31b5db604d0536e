import { bearTranslation } from '#ui/bear-translation.ts'

const untouched = 'script, style, textarea, font, [translate=no]'

/** The texts of a part of the page, as a browser that translates takes them. */
function textsIn(part: Node): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.data.trim() && !node.parentElement?.closest(untouched)) texts.push(node)
  return texts
}

/** As Chrome does: a text is replaced by two elements within each other, the inner one of which has the translation. */
function translate(part: Node | null): void {
  if (!part) return
  for (const text of textsIn(part)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
}

const translator = new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes)
      if (node.isConnected) translate(node instanceof Text ? node.parentNode : node)
})

/** Has the browser translate the page from now on, word for word: every text is replaced as soon as it appears. */
export function startTranslating(): void {
  bearTranslation()
  translate(document.body)
  translator.observe(document.body, { childList: true, subtree: true })
}

export const endTranslating = (): void => translator.disconnect()
