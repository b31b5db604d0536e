import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { cx } from '#ui/cx.ts'
import { durationText, momentText } from '#ui/time-texts.ts'

/** What has happened to a domain, the newest first; the newest pulses while more is to come. */
export function Timeline({
  entries,
  isUnderWay,
}: {
  entries: DomainDetails['timeline']
  isUnderWay: boolean
}) {
  if (entries.length === 0) return <p className="text-muted text-secondary">Nothing has happened yet.</p>
  return (
    <ol aria-label="Timeline">
      {entries.map((entry, index) => (
        <li key={entry.id} className="relative flex gap-3 pb-3 last:pb-0">
          <time
            dateTime={entry.at}
            className="w-28 shrink-0 pt-px font-mono text-label text-muted tabular-nums max-sm:w-24"
          >
            {momentText(entry.at)}
          </time>
          <span aria-hidden className="flex w-2 shrink-0 justify-center">
            <span
              className={cx(
                'z-10 mt-1.5 size-2 rounded-full',
                index === 0 && isUnderWay ? 'animate-pulse-soft bg-accent' : 'bg-edge',
              )}
            />
            {index < entries.length - 1 && (
              <span className="absolute top-3.5 bottom-0 -mb-1.5 w-px bg-line" />
            )}
          </span>
          <p className="min-w-0 text-secondary">
            {entry.sentence}
            {entry.seconds !== undefined && entry.seconds > 0 && (
              <span className="text-muted"> · {durationText(entry.seconds)}</span>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
