import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { bulkFetches } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { listMax, listReadMax, loadedListMessages } from '../rules/loaded-list.ts'
import { endList, endUnwatched, hasNoWorker } from './end-list.ts'
import { lookingOn, readAccounts, refusalOf } from './fetch-accounts.ts'
import { keepCredentials } from './kept-credentials.ts'
import { patiently } from './patiently.ts'
import { writeListed } from './stored-fetch.ts'

/** How long one call may wait for its place in the vendor's limit. */
const patienceMs = 60_000
const pulseMs = 1_000

type Deps = Pick<Dependencies, 'db' | 'secrets' | 'vendors' | 'log'>

/** It was cancelled, nobody asks for it any more, or it is gone: no more calls. */
class LoadingEnded extends Error {}
/** There are more accounts than a list may have. */
class TooMany extends Error {}

/**
 * Loads a list of accounts. A tool's list is read from its beginning to its end, so a worker that takes over from one
 * that died begins again. Repeating is harmless.
 */
export async function runList(
  deps: Deps,
  fetchId: string,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { db, secrets, log } = deps
  const which = eq(bulkFetches.id, fetchId)
  const [list] = await db
    .update(bulkFetches)
    .set({ workedAt: sql`now()`, read: 0, waitUntil: null })
    .where(and(which, eq(bulkFetches.status, 'loading'), hasNoWorker))
    .returning()
  if (!list?.credentials) return
  const access = JSON.parse(
    secrets.open(list.credentials, placeOf.bulkFetch(fetchId)),
  ) as BulkAccess['access']
  try {
    await load(deps, { ...list, access: { tool: list.tool, access } as BulkAccess }, signal)
  } catch (error) {
    if (signal.aborted) await db.update(bulkFetches).set({ workedAt: null }).where(which)
    else if (error instanceof TooMany) await endList(db, which, { status: 'failed', message: error.message })
    else if (isVendorError(error)) {
      log.info({ fetchId, vendor: error.vendor, kind: error.kind }, 'loading accounts was stopped')
      await endList(db, which, { status: 'failed', message: refusalOf(error) })
    } else if (!(error instanceof LoadingEnded)) throw error
  }
}

async function load(
  { db, secrets, vendors }: Deps,
  list: typeof bulkFetches.$inferSelect & { access: BulkAccess },
  signal: AbortSignal,
): Promise<void> {
  const { id: fetchId, customerId, access } = list
  const which = eq(bulkFetches.id, fetchId)
  const tool = vendors.bulkTool(access)
  let isOver = false
  let read = 0
  const check = () => {
    if (isOver) throw new LoadingEnded()
  }
  /** Shows a sign of life and how far it is, and notices when it is to end. */
  const beat = async () => {
    await endUnwatched(db, which)
    const told = await db
      .update(bulkFetches)
      .set({ workedAt: sql`now()`, read })
      .where(and(which, eq(bulkFetches.status, 'loading')))
    isOver = !told.rowCount
  }
  const pulse = setInterval(() => void beat().catch(() => {}), pulseMs)
  const pause = async (ms: number) => {
    const until = Date.now() + ms
    while (Date.now() < until) {
      check()
      await delay(Math.min(500, until - Date.now()), undefined, { signal })
    }
  }
  const waitAsAsked = async (ms: number) => {
    await db
      .update(bulkFetches)
      .set({ waitUntil: sql`now() + ${ms} * interval '1 millisecond'` })
      .where(which)
    await pause(ms)
  }
  const ctx = {
    ...lookingOn,
    patienceMs,
    signal,
    beforeCall: async () => {
      check()
      return undefined
    },
    onRead: (accounts: number) => {
      read += accounts
      if (read > listReadMax) throw new TooMany(loadedListMessages.tooManyRead)
    },
  }
  try {
    const { readAt, ...found } = await patiently({ signal, pause, waitAsAsked }, async () => {
      const readAt = new Date()
      read = 0
      await beat()
      check()
      return { ...(await readAccounts(tool, list, ctx)), readAt }
    })
    const { accounts, total, message } = found
    if (accounts.length > listMax) throw new TooMany(loadedListMessages.tooMany)
    if (list.remember) await keepCredentials(db, secrets, customerId, access)
    await db.transaction(async (tx) => {
      // Smartlead's wizard tells about none in a step of its own.
      const isNone = accounts.length === 0 && tool.kind === 'instantly'
      const isEnded = await endList(tx, which, {
        status: isNone ? 'failed' : 'loaded',
        message,
        read,
        found: accounts.length,
        total,
        readAt,
        pace: tool.pace,
      })
      if (isEnded) await writeListed(tx, fetchId, tool.kind, accounts)
    })
  } finally {
    clearInterval(pulse)
  }
}
