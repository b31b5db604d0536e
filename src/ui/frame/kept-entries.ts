import { useState } from 'react'
import { entriesPrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { readOfTab, removeOfTab, writeOfTab } from '../browser-storage.ts'
import { useUser } from './use-user.ts'

/** What every kind of entries does to forget them. */
const forgetting: (() => void)[] = []

/** Reads what a tab has kept, as a schema does. */
interface Reading<T> {
  safeParse: (kept: unknown) => { success: true; data: T } | { success: false }
}

type Change<T> = (before: T | undefined) => T | undefined
/** What was entered, or undefined, and how it is changed: to undefined once it is saved. */
type Entries<T> = [T | undefined, (change: Change<T>) => void]

/**
 * What is entered in a form and not saved yet. It outlasts the form, the end of the session, for the same customer, and
 * with a `schema` a reload of the tab. Credentials are made without one: they stay in memory alone.
 */
export function createEntries<T>(name: string, schema?: Reading<T>): (of?: string) => Entries<T> {
  const kept = new Map<string, T>()
  forgetting.push(() => kept.clear())

  return function useEntries(of = '') {
    const { id } = useUser()
    const key = `${entriesPrefix}${id}.${name}.${of}`
    const [entries, setEntries] = useState(() => kept.get(key) ?? (schema && readEntries(key, schema)))
    return [
      entries,
      (change) => {
        // What is kept is newer than what was drawn: two changes may come before the next drawing.
        const next = change(kept.get(key) ?? entries)
        setEntries(next)
        if (next === undefined) {
          kept.delete(key)
          removeOfTab((each) => each === key)
        } else {
          kept.set(key, next)
          if (schema) writeOfTab(key, JSON.stringify(next))
        }
      },
    ]
  }
}

function readEntries<T>(key: string, schema: Reading<T>): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(readOfTab(key) ?? 'null'))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** After signing out: nothing that was entered stays. */
export function forgetEntries(): void {
  for (const forget of forgetting) forget()
  removeOfTab((key) => key.startsWith(entriesPrefix))
}
