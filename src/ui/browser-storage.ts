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

export const storedKeys = (): string[] => Object.keys(storage ?? {})

/** Removes every key the predicate names. */
export function removeStoredWhere(isRemoved: (key: string) => boolean): void {
  for (const key of storedKeys()) if (isRemoved(key)) removeStored(key)
}

/** The storage of this tab, which a reload keeps and a new tab does not have. */
const tabStorage = (() => {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
})()

export const readOfTab = (key: string): string | null => tabStorage?.getItem(key) ?? null

export function writeOfTab(key: string, value: string): void {
  try {
    tabStorage?.setItem(key, value)
  } catch {
    // As above.
  }
}

/** Removes every key of this tab that the predicate names. */
export function removeOfTab(isRemoved: (key: string) => boolean): void {
  for (const key of Object.keys(tabStorage ?? {})) if (isRemoved(key)) tabStorage?.removeItem(key)
}
