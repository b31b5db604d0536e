import { CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { numberText } from '#base/text/number-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { Connecting } from './use-connecting.ts'

/** Nothing is left for this page: all are connected, or what is not, and why. */
export function ConnectingEnd({
  connecting: { progress, round, startOver },
  onward,
}: {
  connecting: Pick<Connecting, 'progress' | 'round' | 'startOver'>
  onward: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { connected, total, settingUp } = progress ?? { connected: 0, total: 0, settingUp: 0 }
  const open = total - connected
  const isDone = total > 0 && open === 0
  const left = [
    ...round.refused,
    ...round.skipped.map(({ address, reason }) => ({
      address,
      reason: reason ? `You skipped it. What stopped it before: ${reason}` : 'You skipped it.',
    })),
  ]
  const others = open - round.passed.length - settingUp
  return (
    <Card className="mt-4">
      {isDone ? <CircleCheck className="mb-3 text-success" /> : <CircleDashed className="mb-3 text-muted" />}
      <h2 ref={heading} tabIndex={-1} className="text-card-title outline-none">
        {headingText(open, total)}
      </h2>
      <div className="mt-1 space-y-1 text-muted text-secondary">
        {isDone && <p>What comes next happens by itself. You can close this page.</p>}
        {total === 0 && <p>Mailboxes come up here as soon as they stand at their host.</p>}
        {settingUp > 0 && (
          <p>
            {numberText(settingUp)} {settingUp === 1 ? 'is' : 'are'} signed in and being set up by the sending
            tool, usually within 2 minutes. You don’t have to wait.
          </p>
        )}
        {round.skipped.length > 0 && <p>{numberText(round.skipped.length)} skipped.</p>}
        {others > 0 && (
          <p>
            {numberText(others)} {others === 1 ? 'is' : 'are'} being signed in to elsewhere.
          </p>
        )}
      </div>
      {left.length > 0 && (
        <ul className="mt-3 space-y-2 text-secondary">
          {left.map(({ address, reason }) => (
            <li key={address} className="wrap-anywhere">
              <span translate="no" className="font-medium">
                {address}
              </span>
              <span className="block text-muted">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!isDone && (
          <Button variant="primary" onClick={startOver}>
            {round.passed.length > 0 ? 'Go through them again' : 'Look again'}
          </Button>
        )}
        {onward}
      </div>
    </Card>
  )
}

function headingText(open: number, total: number): string {
  if (total === 0) return 'No mailbox has to be signed in to'
  if (open > 0) return `${numberText(open)} ${open === 1 ? 'is' : 'are'} not connected yet`
  return total === 1 ? 'The mailbox is connected' : `All ${numberText(total)} mailboxes are connected`
}
