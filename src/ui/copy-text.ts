import { flushSync } from 'react-dom'
import { toast } from './toast.ts'

interface CopyPlace {
  /** What was pressed; the text is looked for around it. */
  at: Element
  /** Draws a text that is hidden. */
  show?: (text: string) => void
}

/** How far around the button the text is looked for. */
const levels = 6

/**
 * Puts a text on the clipboard, also one that has to be fetched first: handed over as a promise, it counts as part of
 * the press in browsers that would have forgotten the press meanwhile. Where the browser does not allow it the text is
 * selected instead, to be copied by hand. Returns whether it is on the clipboard.
 */
export async function copyText(text: string | Promise<string>, place: CopyPlace): Promise<boolean> {
  // Missing where the page did not come by https.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  try {
    if (!clipboard) throw new Error('There is no clipboard.')
    if (typeof text === 'string') await clipboard.writeText(text)
    else if (typeof ClipboardItem === 'undefined') await clipboard.writeText(await text)
    else
      await clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((value) => new Blob([value], { type: 'text/plain' })) }),
      ])
    return true
  } catch {
    // Whoever fetches it tells why it could not be.
    const fetched = await Promise.resolve(text).catch(() => undefined)
    if (fetched !== undefined) offer(fetched, place)
    return false
  }
}

/** Selects the text where it is read; where it is nowhere on the page, the message has it. */
function offer(text: string, { at, show }: CopyPlace): void {
  if (show) flushSync(() => show(text))
  const read = whereRead(text, at)
  if (!read) {
    toast.info('Your browser did not allow copying. Copy the text from here:', {
      description: text,
      duration: 60_000,
    })
    return
  }
  window.getSelection()?.selectAllChildren(read)
  toast.info('Your browser did not allow copying. The text is selected, so you can copy it yourself.')
}

const withoutBlanks = (text: string | null): string => (text ?? '').replace(/\s/g, '')

/** The innermost element around the button that has the text, whatever it is broken into. */
function whereRead(text: string, at: Element): Element | undefined {
  const wanted = withoutBlanks(text)
  const hasIt = (element: Element) => element !== at && withoutBlanks(element.textContent).includes(wanted)
  let around = at.parentElement
  for (let level = 0; around && level < levels; level++, around = around.parentElement) {
    if (!hasIt(around)) continue
    let found: Element = around
    for (let inner: Element | undefined = found; inner; inner = [...found.children].find(hasIt)) found = inner
    return found
  }
  return undefined
}
