import { useState } from 'react'
import { readOfTab, writeOfTab } from '#ui/browser-storage.ts'

/** The secret under which this tab holds its mailbox, so that a reload brings the same one. */
export function useSeat(pass: string): string {
  const [seat] = useState(() => {
    const key = `inboxyard.seat.${pass}`
    const known = readOfTab(key)
    if (known) return known
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    writeOfTab(key, fresh)
    return fresh
  })
  return seat
}
