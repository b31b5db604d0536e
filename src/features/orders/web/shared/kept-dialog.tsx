import { createContext, type ReactNode, useContext } from 'react'
import type * as z from 'zod/mini'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { useLeftToPay } from '#ui/frame/left-to-pay.ts'

/** Which dialog it is, and what it is about. */
type DialogOf = readonly string[]

interface Left {
  of: DialogOf
  entries: unknown
}

/**
 * The dialog that was left with entries in it: one at most is open. Read without the library of schemas, which the
 * dashboard does not have to wait for; the entries are read by their dialog.
 */
export const useLeft = createEntries<Left>('dialog', {
  safeParse: (kept) => {
    const { of, entries } = (kept ?? {}) as { of?: unknown; entries?: unknown }
    return Array.isArray(of) && of.every((part) => typeof part === 'string')
      ? { success: true, data: { of, entries } }
      : { success: false }
  },
})

type Change = (change: (before: unknown) => unknown) => void
const Kept = createContext<{ entries: unknown; change: Change }>({ entries: undefined, change: () => {} })

const isSame = (some: DialogOf | undefined, other: DialogOf) => some?.join(' ') === other.join(' ')

/**
 * The dialog that was left open with entries when its page was drawn: its session ended, the page was loaded again, or
 * it led to a payment page that was turned back from. While that page may still be paid on, the dashboard is what it was
 * left for. Forgotten once the dialog is closed.
 */
export function useLeftDialog(): {
  of: DialogOf | undefined
  isOf: (of: DialogOf) => boolean
  forget: () => void
} {
  const [left, change] = useLeft()
  const [toPay] = useLeftToPay()
  const isAtPayment = toPay?.kind === 'replace' && toPay.cancelled === undefined
  if (isAtPayment) return { of: undefined, isOf: () => false, forget: () => change(() => undefined) }
  return { of: left?.of, isOf: (of) => isSame(left?.of, of), forget: () => change(() => undefined) }
}

/** Keeps what is entered in the dialog below it. */
export function KeptDialog({ of, children }: { of: DialogOf; children: ReactNode }) {
  const [left, setLeft] = useLeft()
  const [, setToPay] = useLeftToPay()
  // What is to be entered anew for an order names none of its groups.
  const isOfThis = (kept: Left) => isSame(kept.of, of) || isSame(kept.of, of.slice(0, 2))
  const entriesIn = (kept: typeof left) => (kept && isOfThis(kept) ? kept.entries : undefined)
  const change: Change = (apply) => {
    // They are others now than those that were left to be paid for.
    setToPay(() => undefined)
    setLeft((before) => {
      const entries = apply(entriesIn(before))
      return entries === undefined ? undefined : { of: [...of], entries }
    })
  }
  return <Kept value={{ entries: entriesIn(left), change }}>{children}</Kept>
}

/** What is entered in a dialog, or undefined, and how it is changed: to undefined once it is done. Never a secret. */
export function useDialogEntries<T>(
  schema: z.ZodMiniType<T>,
): [T | undefined, (change: (before: T | undefined) => T | undefined) => void] {
  const { entries, change } = useContext(Kept)
  const read = (kept: unknown): T | undefined => {
    const parsed = schema.safeParse(kept)
    return parsed.success ? parsed.data : undefined
  }
  return [read(entries), (apply) => change((before) => apply(read(before)))]
}
