/** A page that is never idle gets there all the same. */
const latestMs = 3_000

/** Once the page has been drawn and has nothing better to do; Safari, which cannot tell, takes the next moment. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: latestMs })
    else setTimeout(resolve)
  })
