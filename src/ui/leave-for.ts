/** A page that is shown again has drawn what changed by then. */
const drawnInMs = 1_000

/**
 * Leads to somebody else's page, to pay. Ends once the browser's Back has shown this one again as it was left: whoever
 * shows that it is busy is idle then.
 */
export function leaveFor(url: string): Promise<void> {
  const back = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', function onShow({ persisted }) {
      if (!persisted) return
      window.removeEventListener('pageshow', onShow)
      reloadUnlessDrawn()
      resolve()
    })
  })
  window.location.assign(url)
  return back
}

/**
 * Firefox drops the message by which React had meant to go on drawing when the page was left: it waits for that for
 * ever, and nothing is drawn any more. Entries outlast that the page is loaded anew.
 */
function reloadUnlessDrawn(): void {
  const reload = setTimeout(() => window.location.reload(), drawnInMs)
  const observer = new MutationObserver(() => {
    clearTimeout(reload)
    observer.disconnect()
  })
  observer.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true })
}
