import { useState } from 'react'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { Alert } from '#ui/alert.tsx'

/** Why domains could not come back, and the way out for those that stand in someone else's order. */
export function HeldNames({ problem, held }: { problem: string; held: readonly string[] }) {
  const [freed, setFreed] = useState<ReadonlySet<string>>(new Set())
  if (held.length > 0 && held.every((name) => freed.has(name)))
    return <Alert tone="success">They are free for you now. Please confirm the reinstatement again.</Alert>
  return (
    <Alert>
      {problem}
      {held.map((name) => (
        <p key={name} className="wrap-anywhere">
          {name}: <IsItYours domain={name} onYours={() => setFreed((before) => new Set([...before, name]))} />
        </p>
      ))}
    </Alert>
  )
}
