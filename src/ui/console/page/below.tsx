import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../when-idle.ts'

/** What nobody sees before scrolling. It is drawn right after what is seen first, which it would hold up. */
export function Below({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => void whenIdle().then(() => setDrawn(true)), [])
  return isDrawn && children
}
