import * as z from 'zod/mini'
import { type Found, foundSchema } from '#shared/api/console/find.ts'
import { readStored, removeStored, writeStored } from '../../browser-storage.ts'

const key = 'inboxyard.console.found'
const keptAtMost = 8
const kept = z.object({ staffId: z.string(), found: z.array(foundSchema) })

/** What a member of staff has opened from the search in this browser, the last one first. */
export function recentlyOpened(staffId: string): Found[] {
  try {
    const parsed = z.safeParse(kept, JSON.parse(readStored(key) ?? 'null'))
    return parsed.success && parsed.data.staffId === staffId ? parsed.data.found : []
  } catch {
    return []
  }
}

export function noteOpened(staffId: string, opened: Found): void {
  const others = recentlyOpened(staffId).filter(
    ({ kind, title }) => kind !== opened.kind || title !== opened.title,
  )
  const found = [opened, ...others].slice(0, keptAtMost)
  writeStored(key, JSON.stringify({ staffId, found } satisfies z.output<typeof kept>))
}

/** Names of customers do not outlast the session. */
export const forgetOpened = (): void => removeStored(key)
