import { Card, CardHeader } from '../../card.tsx'
import { momentText } from '../../time-texts.ts'

interface TimelineProps {
  title: string
  entries: readonly { at: string; who: string; sentence: string }[]
}

/** What happened and who did it, the latest first. */
export const Timeline = ({ title, entries }: TimelineProps) => (
  <Card>
    <CardHeader title={title} />
    {entries.length === 0 && <p className="mt-2 text-muted">Nothing yet.</p>}
    <ol className="mt-3 divide-y divide-line">
      {entries.map(({ at, who, sentence }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same in all they say
        <li key={index} className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <p className="wrap-anywhere">{sentence}</p>
          <p className="text-muted text-secondary">
            {who} · {momentText(at)}
          </p>
        </li>
      ))}
    </ol>
  </Card>
)
