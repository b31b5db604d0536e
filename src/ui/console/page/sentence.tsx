import { clockText, inText } from '../../time-texts.ts'

interface SentenceProps {
  what: string
  since?: string | null
  why: string | null
  next: string
  nextAt: string | null
  canDo: string
}

/** What is so, since when and why, what comes next by itself, and what can be done: before everything else. */
export const Sentence = ({ what, since, why, next, nextAt, canDo }: SentenceProps) => (
  <div className="grid gap-1">
    <p className="text-card-title wrap-anywhere">
      {what}{' '}
      {since && <span className="font-normal text-muted text-secondary">Since {clockText(since)}.</span>}
    </p>
    {why && <p className="wrap-anywhere">{why}</p>}
    <p className="text-muted">
      {next}
      {nextAt && ` ${inText(nextAt).replace(/^./, (letter) => letter.toUpperCase())}.`} {canDo}
    </p>
  </div>
)
