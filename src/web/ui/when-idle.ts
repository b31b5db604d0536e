/** However busy the page is, after so many milliseconds it is time. */
const patienceMs = 2_000

/** Once the page has been drawn and has nothing better to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no word for it.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, patienceMs / 10)
  })
