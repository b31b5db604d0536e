import { useState } from 'react'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { ActOfDomain } from '../../rules/health-view.ts'
import { actLines, restText, returnWord } from './act-lines.ts'

export interface ActAnswers {
  rest: () => Promise<unknown>
  dismiss: () => Promise<unknown>
  return: () => Promise<unknown>
}

interface ActCardProps {
  act: ActOfDomain
  /** Nothing where whoever looks may only look. */
  answers?: ActAnswers | undefined
}

/** What is suggested or done about a domain that should rest: why, how far it is, until when, and what may be pressed. */
export function ActCard({ act, answers }: ActCardProps) {
  const [asked, setAsked] = useState<keyof ActAnswers>()
  const { may } = act
  const close = () => setAsked(undefined)
  const tool = sendingToolNames[act.tool]
  return (
    <Card aria-label="Its rest">
      <CardHeader
        title={titleOf(act)}
        description={act.state === 'returning' && <span className="wrap-anywhere">{act.why}</span>}
      />
      {actLines(act, answers !== undefined).map((line) => (
        <p key={line} className="mt-2 wrap-anywhere">
          {line}
        </p>
      ))}
      {answers && (
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          {may.rest && (
            <Button size="small" variant="primary" onClick={() => setAsked('rest')}>
              Rest this domain
            </Button>
          )}
          {may.return && (
            <Button size="small" onClick={() => setAsked('return')}>
              {returnWord(act)}
            </Button>
          )}
          {may.dismiss && (
            <Button size="small" variant="quiet" onClick={() => void answers.dismiss().catch(() => {})}>
              Dismiss
            </Button>
          )}
        </div>
      )}
      {answers && (
        <>
          <ConfirmDialog
            open={asked === 'rest'}
            onOpenChange={close}
            title="Rest this domain?"
            confirmLabel="Rest this domain"
            onConfirm={answers.rest}
          >
            {restText(act)}
          </ConfirmDialog>
          <ConfirmDialog
            open={asked === 'return'}
            onOpenChange={close}
            title={act.isJoining ? 'Send in full now?' : 'Return this domain now?'}
            confirmLabel={act.isJoining ? 'Send in full' : 'Return now'}
            onConfirm={answers.return}
          >
            {act.isJoining
              ? `The daily limits in ${tool} are set at once to what a domain of its kind sends. A domain that sends much from one day to the next is looked at more closely by those who get its mail.`
              : `The daily limits in ${tool} are set back at once to what they were. What was held against it may still be so: ${act.why}`}
          </ConfirmDialog>
        </>
      )}
    </Card>
  )
}

function titleOf({ state, share, isJoining }: ActOfDomain): string {
  switch (state) {
    case 'suggested':
      return 'It should rest'
    case 'dismissed':
      return 'It should rest; that was dismissed'
    case 'resting':
      return 'It rests'
    case 'returning':
      return `${isJoining ? 'It was a spare' : 'It comes back'}: ${share ?? 0} % of its cold mail`
    case 'over':
      return 'It should rest; it was returned by hand'
  }
}
