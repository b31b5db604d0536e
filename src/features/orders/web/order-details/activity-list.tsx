import { momentText } from '#ui/time-texts.ts'
import type { GroupDetails } from '../../api/groups.ts'

/** Who did what with the group, the newest first. */
export function ActivityList({ activity }: { activity: GroupDetails['activity'] }) {
  if (activity.length === 0) return <p className="text-muted text-secondary">No activity yet.</p>
  return (
    <ol className="flex flex-col gap-2">
      {activity.map(({ at, actor, sentence, invoiceUrl }) => (
        <li key={`${at} ${sentence}`} className="flex gap-3 text-secondary">
          <time
            dateTime={at}
            className="w-28 shrink-0 pt-px font-mono text-label text-muted tabular-nums max-sm:w-24"
          >
            {momentText(at)}
          </time>
          <p className="min-w-0">
            {sentence}{' '}
            {invoiceUrl && (
              <a href={invoiceUrl} target="_blank" rel="noreferrer" className="underline">
                Invoice
              </a>
            )}{' '}
            <span className="text-muted">· {actor}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
