/**
 * Stands in the page itself and runs before everything else, so that it is there where the files of the application are
 * not: all that the application knows about releases and lost lines lies in these files. Imports nothing, and uses only
 * what browsers have had for years.
 */
{
  const page = document.documentElement
  /** Before it asks again for a file that did not arrive. */
  const againMs = [1_000, 2_000, 3_000, 4_000]
  const slowMs = 20_000
  /** So long without any file: the line is slow otherwise. */
  const awayMs = 120_000

  let box: HTMLElement | undefined
  const say = (text: string, canReload: boolean): void => {
    if (!document.body) {
      document.addEventListener('DOMContentLoaded', () => say(text, canReload))
      return
    }
    box?.remove()
    box = document.createElement('div')
    box.setAttribute('role', 'alert')
    box.style.cssText =
      'position:fixed;left:1rem;right:1rem;top:30%;z-index:99;margin:0 auto;width:fit-content;max-width:24rem;padding:1.25rem;border:1px solid GrayText;border-radius:.5rem;background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif;text-align:center;box-sizing:border-box'
    box.textContent = text
    if (canReload) {
      const button = document.createElement('button')
      button.textContent = 'Reload'
      button.style.cssText =
        'all:revert;display:block;margin:1rem auto 0;min-height:2.75rem;padding:0 1.25rem;font:inherit;cursor:pointer'
      button.onclick = () => location.reload()
      box.append(button)
    }
    document.body.append(box)
  }

  const hasBegun = (): boolean => 'begun' in page.dataset
  const isReloaded = (): boolean =>
    performance
      .getEntriesByType('navigation')
      .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')
  const giveUp = (): void =>
    say(
      navigator.onLine
        ? 'This page couldn’t be loaded. Try again in a moment.'
        : 'You’re offline. Connect to the internet and try again.',
      true,
    )

  let isFailed = false
  /**
   * Asks for what did not arrive until it is there; then the page is loaded again, once. So it is when the file is gone for
   * good, as its release is: the page as it is now names others.
   */
  const fail = (file: string): void => {
    if (isFailed) return
    isFailed = true
    const ask = (failures: number): void => {
      setTimeout(() => {
        void fetch(file, { cache: 'reload' })
          .then((answer) => answer.arrayBuffer().then(() => answer.status))
          .catch(() => 0)
          .then((status) => {
            const isThere = status === 200
            if (!isThere && failures + 1 < againMs.length) ask(failures + 1)
            else if ((isThere || status === 404) && !isReloaded()) location.reload()
            else giveUp()
          })
      }, againMs[failures])
    }
    ask(0)
  }

  try {
    // `bannerRoomKey`; an outline stands in the page before any file has arrived.
    if ('inboxyard.bannerRoom' in localStorage) page.dataset.bannerRoom = ''
  } catch {
    // A browser that keeps nothing.
  }

  const isOld = !('any' in AbortSignal && 'withResolvers' in Promise && 'canParse' in URL)
  if (isOld) {
    page.dataset.old = ''
    say(
      'Your browser is too old for this site. Update it, or use Chrome or Edge 120, Firefox 125, Safari 17.4, or newer.',
      false,
    )
  } else {
    const startFile = (): string =>
      document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? location.href
    addEventListener(
      'error',
      (event) => {
        const { target } = event
        if (target instanceof HTMLScriptElement && target.src && !hasBegun()) fail(target.src)
        // Of those that the page itself names; the application asks again for its own.
        else if (
          target instanceof HTMLLinkElement &&
          target.rel === 'stylesheet' &&
          target.hasAttribute('crossorigin')
        )
          fail(target.href)
        // A file that was cut off.
        else if (target === window && event.filename.includes('/assets/') && !hasBegun()) fail(startFile())
      },
      true,
    )
    const arrived = (): number => performance.getEntriesByType('resource').length
    const watchAway = (before: number): void => {
      setTimeout(() => {
        if (hasBegun()) return
        if (arrived() === before) fail(startFile())
        else watchAway(arrived())
      }, awayMs)
    }
    const slow = setTimeout(() => {
      if (hasBegun() || isFailed) return
      say('Still loading. Your connection may be slow.', true)
      watchAway(arrived())
    }, slowMs)
    new MutationObserver((_changes, observer) => {
      observer.disconnect()
      clearTimeout(slow)
      if (!isFailed) box?.remove()
    }).observe(page, { attributeFilter: ['data-begun'] })
  }
}
