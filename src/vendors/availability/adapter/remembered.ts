const rememberedMs = 60_000
/** Names that are asked about are few; what is remembered stays small. */
const rememberedMax = 5_000

/** What was found out about names within the last minute, and what is being found out. */
export interface Remembered<T> {
  has(name: string): boolean
  /**
   * What is known of a name, or what `find` returns; that is kept only if it `isFinal`. `isFresh`: what was found before is
   * not good enough, only what is being found out.
   */
  recall(name: string, find: () => Promise<T>, options?: { isFresh?: boolean }): Promise<T>
}

/** `now`: milliseconds that only go forward. */
export function createRemembered<T>(isFinal: (found: T) => boolean, now: () => number): Remembered<T> {
  const entries = new Map<string, { until: number; found: Promise<T> }>()
  const present = (name: string) => {
    const entry = entries.get(name)
    return entry && entry.until > now() ? entry : undefined
  }
  return {
    has: (name) => present(name) !== undefined,
    recall(name, find, { isFresh = false } = {}) {
      const known = present(name)
      if (known && (!isFresh || known.until === Number.POSITIVE_INFINITY)) return known.found
      const found = find()
      const entry = { until: Number.POSITIVE_INFINITY, found }
      const forget = () => {
        if (entries.get(name) === entry) entries.delete(name)
      }
      entries.delete(name)
      entries.set(name, entry)
      found.then((each) => {
        if (isFinal(each)) entry.until = now() + rememberedMs
        else forget()
      }, forget)
      for (const oldest of entries.keys()) {
        if (entries.size <= rememberedMax) break
        entries.delete(oldest)
      }
      return found
    },
  }
}
