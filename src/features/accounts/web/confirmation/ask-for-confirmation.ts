import { useSyncExternalStore } from 'react'

/** The question that is open: everything that needs its answer waits for the same one. */
let open: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | undefined
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Asks for the second factor once more; resolves with whether it was shown. */
export function askForConfirmation(): Promise<boolean> {
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    open = { answer: promise, settle: resolve }
    tell()
  }
  return open.answer
}

/** Answers the open question, which closes. */
export function settleConfirmation(isConfirmed: boolean): void {
  open?.settle(isConfirmed)
  open = undefined
  tell()
}

/** Whether the second factor is being asked for. */
export const useConfirmationAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open !== undefined,
  )
