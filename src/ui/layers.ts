import { type RefObject, useEffect, useRef } from 'react'

type Leave = () => void

/** How to leave each dialog, sheet and palette that is open over the page; the topmost one is the last. */
const layers: RefObject<Leave>[] = []

/** As long as it is open, Back leaves it, by what its close button does: that may ask first, or stay while it is busy. */
export function useLayer(open: boolean, leave: Leave): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    if (!open) return
    layers.push(latest)
    return () => void layers.splice(layers.indexOf(latest), 1)
  }, [open])
}

export const hasLayer = (): boolean => layers.length > 0

export const leaveTopmost = (): void => layers.at(-1)?.current()
