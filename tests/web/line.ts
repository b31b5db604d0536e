let isCut = false

/** Cuts the browser from the network and connects it again, as far as pages can tell; calls are lost by `network.lose`. */
export const line = {
  cut(): void {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    isCut = true
    window.dispatchEvent(new Event('offline'))
  },
  mend(): void {
    if (!isCut) return
    isCut = false
    // Back to the browser's own, which the prototype has.
    Reflect.deleteProperty(navigator, 'onLine')
    window.dispatchEvent(new Event('online'))
  },
}
