import { useState } from 'react'
import { readOfTab, removeOfTab, writeOfTab } from '#ui/browser-storage.ts'
import { type OpenedConnecting, openedConnecting } from '../../api/connecting.ts'

const keyOf = (about: string) => `inboxyard.connecting.${about}`

/**
 * What this tab was opened for, kept over a reload: no secret, which is the browser's alone. `about` tells pages of one
 * tab apart.
 */
export function useOpenedPass(about: string) {
  const [opened, setOpened] = useState(() => stored(about))
  return {
    opened,
    open(pass: OpenedConnecting): void {
      writeOfTab(keyOf(about), JSON.stringify(pass))
      setOpened(pass)
    },
    /** The next one has to be opened again. */
    end(): void {
      removeOfTab((key) => key === keyOf(about))
      setOpened(undefined)
    },
  }
}

function stored(about: string): OpenedConnecting | undefined {
  try {
    const pass = openedConnecting.safeParse(JSON.parse(readOfTab(keyOf(about)) ?? ''))
    return pass.success && Date.parse(pass.data.until) > Date.now() ? pass.data : undefined
  } catch {
    return undefined
  }
}
