import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The part of a dialog or card that scrolls when it is too tall; a stop of the keyboard only then. */
export function ScrollingMiddle({ children }: { children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current: frame } = outer
    if (!frame || !inner.current) return
    const observer = new ResizeObserver(() => setScrolls(frame.scrollHeight > frame.clientHeight))
    observer.observe(frame)
    observer.observe(inner.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={outer}
      {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': 'Contents' })}
      data-middle
      className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2"
    >
      <div ref={inner}>{children}</div>
    </div>
  )
}
