import * as z from 'zod/mini'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { openedKey } from '#ui/console/forget-opened.ts'
import { type Found, foundSchema } from '../api/console-find.ts'

const keptAtMost = 8
const kept = z.object({ staffId: z.string(), found: z.array(foundSchema) })

/** What a member of staff has opened from the search in this browser, the last one first. */
export function recentlyOpened(staffId: string): Found[] {
  try {
    const parsed = z.safeParse(kept, JSON.parse(readStored(openedKey) ?? 'null'))
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
  writeStored(openedKey, JSON.stringify({ staffId, found } satisfies z.output<typeof kept>))
}
