interface Waiting {
  tenant: string
  begin(): void
}

/** So many sign-ins at once, and one of each tenant; whoever has come first and may, is next. */
export function createPlaces(atOnce: number) {
  const busy = new Set<string>()
  let waiting: Waiting[] = []

  function fill() {
    for (const next of [...waiting]) {
      if (busy.size >= atOnce) return
      if (busy.has(next.tenant)) continue
      waiting = waiting.filter((other) => other !== next)
      busy.add(next.tenant)
      next.begin()
    }
  }

  return {
    /** Rejects with the signal's reason; otherwise the place is to be given back, once. */
    async take(tenant: string, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const place = { tenant, begin: resolve }
      const giveUp = () => {
        waiting = waiting.filter((other) => other !== place)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.push(place)
      fill()
      try {
        await promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
      return () => {
        busy.delete(tenant)
        fill()
      }
    },
  }
}
