import { type ReactNode, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { NetworkError } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import type { OpenedConnecting } from '../../api/connecting.ts'
import { ConnectingEnd } from './connecting-end.tsx'
import { endText, progressText } from './connecting-words.ts'
import { MailboxCard } from './mailbox-card.tsx'
import { type Connecting, useConnecting } from './use-connecting.ts'
import { isOver } from './use-turn.ts'

interface ConnectMailboxesProps {
  opened: OpenedConnecting
  /** What it was opened for is over. */
  over: ReactNode
  /** The way on from the end. */
  onward: ReactNode
}

/** Leads a person through mailboxes that are signed in to at a sending tool's page, one after the other. */
export function ConnectMailboxes({ opened, over, onward }: ConnectMailboxesProps) {
  const connecting = useConnecting(opened.pass)
  const [hasKeys, setKeys] = useState(true)
  const { mailbox, error } = connecting
  return (
    <div className="py-6">
      <h1 className="text-page-title">Connect mailboxes</h1>
      <p className="mt-1 text-muted wrap-anywhere">{opened.about}</p>
      {isOver(error) ? (
        <div className="mt-6">{over}</div>
      ) : (
        <>
          <Progress connecting={connecting} />
          <LastEnd connecting={connecting} />
          <Trouble connecting={connecting} />
          {mailbox ? (
            <MailboxCard
              key={connecting.round.turn}
              connecting={connecting}
              mailbox={mailbox}
              hasKeys={hasKeys}
            />
          ) : mailbox === null ? (
            <ConnectingEnd connecting={connecting} onward={onward} />
          ) : (
            !connecting.next.error && <CardSkeleton />
          )}
          {mailbox && (
            <Checkbox
              checked={hasKeys}
              onCheckedChange={setKeys}
              className="mt-4 text-muted text-secondary pointer-coarse:hidden"
            >
              Single keys copy, open and skip
            </Checkbox>
          )}
        </>
      )}
    </div>
  )
}

/** How far it is. Its height stays while the first figures are fetched. */
function Progress({ connecting: { progress, round } }: { connecting: Connecting }) {
  const words = progress && progress.total > 0 ? progressText(progress, round) : ''
  return (
    <div className="mt-4">
      <p className="mb-2 min-h-5 text-secondary tabular-nums">{words}</p>
      <ProgressBar
        label="Mailboxes connected"
        value={progress?.connected ?? 0}
        max={progress?.total ?? 0}
        valueText={words}
      />
    </div>
  )
}

/** What became of the mailbox before; read out with the one that has come up. */
function LastEnd({ connecting: { round, mailbox } }: { connecting: Connecting }) {
  const { last } = round
  const words = last && endText(last)
  return (
    <>
      <p className="sr-only" role="status">
        {mailbox ? `${words ?? ''} ${mailbox.address} is next.`.trim() : words}
      </p>
      {last && words && (last.state === 'refused' || last.state === 'gone') && (
        <div
          aria-hidden
          className="mt-4 rounded-control border border-warning/25 bg-warning-tint px-3 py-2.5 text-secondary wrap-anywhere"
        >
          {words}
        </div>
      )}
    </>
  )
}

/** What did not answer. Being asked again by itself, it only says so. */
function Trouble({ connecting: { error, next, page, renewPage } }: { connecting: Connecting }) {
  if (!error) return null
  const isOffline = error instanceof NetworkError
  const retry = next.error ? () => void next.refetch() : page.error ? renewPage : undefined
  return (
    <Alert
      tone={isOffline ? 'warning' : 'danger'}
      className="mt-4"
      title={isOffline ? 'There is no connection' : 'This did not work'}
      action={
        retry && (
          <Button size="small" loading={next.isFetching || page.isFetching} onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {isOffline ? 'It goes on by itself as soon as the line is back.' : error.message}
    </Alert>
  )
}

const CardSkeleton = () => (
  <div
    role="status"
    aria-label="Getting the next mailbox"
    className="mt-4 rounded-card border border-line p-5"
  >
    <Skeleton className="h-4 w-40" />
    <div className="mt-4">
      <SkeletonText lines={4} />
    </div>
  </div>
)
