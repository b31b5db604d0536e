import { storagePrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { readOfTab, writeOfTab } from '#ui/browser-storage.ts'

const tabKey = `${storagePrefix}.draft`
const lockPrefix = `${storagePrefix}.draft.`
/** How long a page that is loaded again may wait for the one before it to let go. */
const reloadMs = 1_000

/** For a browser that keeps nothing. */
let inMemory: string | undefined

export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The draft of this tab, which a reload keeps, and a tab that is made of this one copies. */
export const tabDraft = (): string | undefined => readOfTab(tabKey) ?? inMemory

export function setTabDraft(id: string): void {
  writeOfTab(tabKey, id)
  inMemory = readOfTab(tabKey) === id ? undefined : id
}

/** What this page holds, or has asked for. */
const asked = new Map<string, Promise<boolean>>()
let held: { release: () => void } | undefined

/**
 * Holds a draft for this page, in place of what it held; false while another open page has it. Where a browser has no
 * locks, or keeps them from us, nobody else is known of.
 */
export function holdDraft(id: string, { waits = false } = {}): Promise<boolean> {
  const before = asked.get(id)
  if (before) return before
  // Over plain http, but for this machine, there are none.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asked.set(id, promise)
  const hold = (lock: Lock | null): Promise<void> | undefined => {
    if (!lock) {
      asked.delete(id)
      return void resolve(false)
    }
    held?.release()
    resolve(true)
    return new Promise((release) => {
      held = {
        release: () => {
          asked.delete(id)
          release()
        },
      }
    })
  }
  const how = waits ? { signal: AbortSignal.timeout(reloadMs) } : { ifAvailable: true }
  locks.request(lockPrefix + id, how, hold).catch((error: unknown) => {
    asked.delete(id)
    resolve(!(error instanceof DOMException && error.name === 'TimeoutError'))
  })
  return promise
}

/** A page that holds a lock is not kept for the way back to it; `again` holds it when that is taken. */
export function letGoWhileHidden(again: () => void): void {
  window.addEventListener('pagehide', () => held?.release())
  window.addEventListener('pageshow', ({ persisted }) => persisted && again())
}

/** Which drafts are open in this browser. */
export async function openDrafts(): Promise<ReadonlySet<string>> {
  const locks = navigator.locks as LockManager | undefined
  const known = await locks?.query().catch(() => undefined)
  return new Set(
    known?.held?.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? name.slice(lockPrefix.length) : [])),
  )
}
