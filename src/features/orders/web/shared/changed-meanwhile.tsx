import { Alert } from '#ui/alert.tsx'
import { ApiError } from '#ui/api.ts'
import { momentText } from '#ui/time-texts.ts'
import { type ChangedBy, changedMeanwhileMessages } from '../../rules/changed-meanwhile.ts'

export interface News {
  title: string
  /** What is otherwise than it was when the dialog was opened. */
  changes: readonly string[]
  changed: ChangedBy
}

/** Whether a change was refused because what it started from is no longer so. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile'

/** For changes whose dialog tells by itself what was changed meanwhile. */
export const quietWhenChanged = { quiet: isChangedMeanwhile }

const shown = 8

/** Someone changed, in another tab or elsewhere, what a dialog was opened on. */
export function ChangedMeanwhile({ news }: { news: News | undefined }) {
  if (!news) return null
  const { title, changes, changed } = news
  return (
    <Alert tone="warning" title={title}>
      <ul aria-label="What was changed" className="list-disc pl-4 wrap-anywhere">
        {changes.slice(0, shown).map((change) => (
          <li key={change}>{change}</li>
        ))}
        {changes.length > shown && <li>And {changes.length - shown} more.</li>}
      </ul>
      {changed && (
        <p className="mt-1 text-muted">
          Last changed by {changed.by === 'You' ? 'you' : changed.by}, {momentText(changed.at)}.
        </p>
      )}
      <p className="mt-1">{changedMeanwhileMessages.goOn}</p>
    </Alert>
  )
}
