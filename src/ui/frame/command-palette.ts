import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (isOpen === next) return
  isOpen = next
  for (const listener of listeners) listener()
}

/** The command palette, for those who open it and the part that shows it. */
export const commandPalette = {
  open: () => set(true),
  close: () => set(false),
  toggle: () => set(!isOpen),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the command palette is open. */
export const useIsPaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
