import { isVendorError } from '#vendors/client/vendor-error.ts'
import { mayPass } from './failure-outcome.ts'

export const firstPauseMs = 500
export const longestPauseMs = 60_000
const readTries = 3
/** Short waits in a row that a tool may ask for before it is read. */
const waitsObeyed = 100

/** How what reads a tool waits. */
export interface Patience {
  /** Aborts when the process is to end. */
  signal: AbortSignal
  pause(ms: number): Promise<void>
  /** The tool said when to come back: notes it for its page, and waits. */
  waitAsAsked(ms: number): Promise<void>
}

/** Reads again while what went wrong may pass, and waits for as long as the tool asks. Throws what did not pass. */
export async function patiently<T>(
  { signal, pause, waitAsAsked }: Patience,
  read: () => Promise<T>,
): Promise<T> {
  let failures = 0
  for (let asked = 0; ; ) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted || !isVendorError(error) || !mayPass(error)) throw error
      if (error.retryAfterMs !== undefined && ++asked < waitsObeyed)
        await waitAsAsked(Math.max(firstPauseMs, error.retryAfterMs))
      else if (++failures < readTries) await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures))
      else throw error
    }
  }
}
