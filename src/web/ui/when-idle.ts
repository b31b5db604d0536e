/** Once the page has been drawn and has nothing better to do; Safari, which cannot tell, takes the next moment. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const ask = window.requestIdleCallback ?? setTimeout
    ask(() => resolve())
  })
