/** Local storage, absent when the browser refuses it (private windows, blocked site data). */
const storage = (() => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
})()

export const readStored = (key: string): string | null => storage?.getItem(key) ?? null

export function writeStored(key: string, value: string): void {
  try {
    storage?.setItem(key, value)
  } catch {
    // Full or refused: what is kept here is a convenience, never the only copy.
  }
}

export const removeStored = (key: string): void => storage?.removeItem(key)

/** Removes every key the predicate names. */
export function removeStoredWhere(isRemoved: (key: string) => boolean): void {
  for (const key of Object.keys(storage ?? {})) if (isRemoved(key)) removeStored(key)
}
