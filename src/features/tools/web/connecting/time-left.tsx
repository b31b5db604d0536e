import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { clockText } from './connecting-words.ts'

interface TimeLeftProps {
  /** When it was opened, in milliseconds. */
  since: number
  seconds: number
  /** Opens it again. */
  onOver: () => void
}

/** How long the tool's page is good for; then the way to another one. */
export function TimeLeft({ since, seconds, onOver }: TimeLeftProps) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.min(seconds, (since + seconds * 1000 - now) / 1000))
  if (left < 1)
    return (
      <>
        The page has run out.{' '}
        <Button size="small" onClick={onOver}>
          Open another one
        </Button>
      </>
    )
  return (
    <span>
      The page is good for{' '}
      <span role="timer" className="tabular-nums">
        {clockText(left)}
      </span>{' '}
      more.
    </span>
  )
}
