import { AsyncLocalStorage } from 'node:async_hooks'

/** Who sent the request that is being answered. */
export interface Caller {
  /** Network address. */
  address: string
  /** The sign-in that it came with; undefined for a visitor. */
  sessionId?: string
  userId?: string
}

const callers = new AsyncLocalStorage<Caller>()

/** Returns a request: whatever happens on the way is done for this caller. */
export const answeringTo = <R>(caller: Caller, answer: () => R): R => callers.run(caller, answer)

/** Undefined outside of a request: in a job, on the command line. */
export const presentCaller = (): Caller | undefined => callers.getStore()
