import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { clockText } from '#ui/time-texts.ts'
import { useAction } from '#ui/use-action.ts'
import { type LoadedList, listUnwatchedMinutes, loadedListMessages, readText } from '../rules/loaded-list.ts'
import { narrowingText } from '../rules/narrowing.ts'
import { stopLoading } from './use-list-loading.ts'

interface LoadingListProps {
  list: LoadedList
  /** The server could not be asked the last time. */
  isCutOff: boolean
  onCancelled?: () => void
}

/** Accounts that are being loaded, and how to stop it. */
export function LoadingList({ list, isCutOff, onCancelled }: LoadingListProps) {
  const cancelling = useAction({ mutationFn: () => stopLoading(list.fetchId), onSuccess: onCancelled })
  const tool = sendingToolNames[list.tool]
  return (
    <section aria-label="Loading accounts" className="rounded-control border border-line bg-sunken px-3 py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium text-secondary wrap-anywhere">
            Loading accounts from {tool}
            {list.narrowing && ` ${narrowingText(list.narrowing)}`}
          </p>
          <p role="status" className="text-muted text-secondary tabular-nums">
            {readText(list)}
          </p>
        </div>
        <Button
          size="small"
          loading={cancelling.isPending || cancelling.isSuccess}
          loadingText="Cancelling..."
          onClick={() => cancelling.mutate()}
        >
          Cancel
        </Button>
      </div>
      {list.waitUntil && (
        <p role="status" className="mt-2 text-secondary text-warning">
          {tool} asks us to wait until {clockText(list.waitUntil)}. Loading continues automatically then.
        </p>
      )}
      {isCutOff && (
        <p role="status" className="mt-2 text-secondary text-warning">
          {loadedListMessages.cutOff}
        </p>
      )}
      <p className="mt-2 text-label text-muted">
        This runs on our side. You can reload this page; loading stops {listUnwatchedMinutes} minutes after it
        is closed.
      </p>
    </section>
  )
}
