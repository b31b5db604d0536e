import { toast } from '../../ui/toast.ts'

/**
 * Puts a text on the clipboard, also one that has to be fetched first: handed over as a promise, it counts as part of
 * the press in browsers that would have forgotten the press meanwhile. Returns whether it is there.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await text)
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((value) => new Blob([value], { type: 'text/plain' })) }),
      ])
    return true
  } catch {
    // Whoever fetches it tells why it could not be.
    const isFetched = await Promise.resolve(text).then(
      () => true,
      () => false,
    )
    if (isFetched) toast.error('Your browser did not allow copying. Show the text and copy it yourself.')
    return false
  }
}
