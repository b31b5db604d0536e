import { useEffect, useState } from 'react'
import { cx } from './cx.ts'

/** The page itself says the same of its first files (`start-guard.ts`). */
const slowMs = 20_000

/** Stands where something is waited for, and says after a while that the line may be slow. */
export function SlowNote({ className }: { className?: string }) {
  const [isSlow, setIsSlow] = useState(false)
  // By a timer: who wants no motion has no delays of the styles either.
  useEffect(() => {
    const timer = setTimeout(setIsSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <span role="status" className={cx('block text-body text-muted', className)}>
      Still loading. Your connection may be slow.
    </span>
  )
}
