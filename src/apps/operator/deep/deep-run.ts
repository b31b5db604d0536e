import type { Dependencies } from '#delivery/dependencies.ts'
import type { MailboxSignIn } from '#vendors/ports/sign-in.ts'

/** What every part of a deep look is handed. */
export interface DeepRun {
  deps: Dependencies
  /** Aborted when the operator asks to stop: what was made is removed then. */
  signal: AbortSignal
  /** Shows a line at once. */
  tell: (line: string) => void
  /** Until something may have happened, `ms` at most, or until the signal. */
  pause: (ms: number, until?: AbortSignal) => Promise<void>
  /** Signs in to a mailbox with a browser of this machine's; undefined where there is none. */
  signIn?: MailboxSignIn
  /** So long it may take to be proven, and so long to be removed, in milliseconds. */
  patienceMs: { proof: number; removal: number }
}

/** Where the one mailbox stands. */
export interface Holding {
  customerId: string
  domainId: string
  connectionId: string
  name: string
}
