import { ChevronRight, MailCheck, MailQuestionMark, MailX } from 'lucide-react'
import { useId, useState } from 'react'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { changeLabels, failedChangeLabels } from '#features/domains/rules/domain-change.ts'
import { placeLabel } from '#features/domains/rules/place-label.ts'
import { type DomainProofState, domainProofLabels } from '#features/names/rules/domain-proof.ts'
import { platformOf } from '#features/names/rules/domain-type.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { Badge } from '#ui/badge.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { cx } from '#ui/cx.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { clockText, durationText, inText, momentText } from '#ui/time-texts.ts'
import { inboxesText } from '../../rules/order-groups.ts'
import { exactStatusWord } from '../../rules/order-status.ts'
import { useLeftDialog } from '../shared/kept-dialog.tsx'
import { copyOnHover } from './copy-on-hover.ts'
import { DomainActions, isLeftOf } from './domain-actions.tsx'
import { overlapText } from './overlap-text.ts'

/** What has happened to a domain, the newest first; the newest pulses while more is to come. */
function Timeline({ entries, isUnderWay }: { entries: DomainDetails['timeline']; isUnderWay: boolean }) {
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

const looks: Record<DomainProofState, { Icon: typeof MailCheck; tone: string }> = {
  proven: { Icon: MailCheck, tone: 'text-success' },
  not_yet: { Icon: MailQuestionMark, tone: 'text-muted' },
  not_proven: { Icon: MailX, tone: 'text-warning' },
}

/** Whether mail of the domain was seen to be authentic elsewhere, since when, and why it was not. */
function DomainProof({ proof }: { proof: NonNullable<DomainDetails['proof']> }) {
  const { Icon, tone } = looks[proof.state]
  return (
    <div className="flex gap-2 text-secondary">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', tone)} />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{domainProofLabels[proof.state]}</span>
        <span className="text-muted"> · since {clockText(proof.at)}</span>
        <span className="block text-muted">
          {proof.sentence}
          {proof.againAt && ` The next test is due ${inText(proof.againAt)}.`}
        </span>
      </p>
    </div>
  )
}

interface DomainItemProps {
  domain: DomainDetails
  /** Of its group. */
  plan: PlanId
  /** Its group is on hold. */
  isHeld: boolean
  isOpenAtFirst: boolean
}

/** A domain of the group; unfolds to what it waits for and what has happened to it. */
export function DomainItem({ domain, plan, isHeld, isOpenAtFirst }: DomainItemProps) {
  const left = useLeftDialog()
  const [isOpen, setOpen] = useState(isOpenAtFirst || isLeftOf(left, domain))
  const contentId = useId()
  const ending = domain.domain.lastIndexOf('.')
  const place = placeLabel(domain)
  return (
    <li>
      <div className="group/copy flex items-center gap-1 pr-3 max-sm:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-card px-3 text-left"
        >
          <ChevronRight className={cx('text-muted transition-transform', isOpen && 'rotate-90')} />
          <PlatformGlyph platform={platformOf[domain.domainType]} className="size-3.5" />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 py-1">
            <span className="min-w-0 font-medium wrap-anywhere">
              {/* In little room the name breaks before its ending. */}
              {domain.domain.slice(0, ending)}
              <wbr />
              {domain.domain.slice(ending)}
            </span>
            {place && <Badge>{place}</Badge>}
            {domain.changing && (
              <span
                className={cx(
                  'text-secondary',
                  domain.changing.why === 'failed' ? 'text-danger' : 'text-muted',
                )}
              >
                {(domain.changing.why === 'failed' ? failedChangeLabels : changeLabels)[domain.changing.what]}
                {domain.changing.what === 'tool' && ` · ${inboxesText(domain.inboxes)}`}
              </span>
            )}
          </span>
        </button>
        <CopyButton value={domain.domain} label={`Copy ${domain.domain}`} className={copyOnHover} />
        {/* Below the name where there is little room: names are up to 35 letters long. */}
        <span className="max-sm:-mt-1 max-sm:basis-full max-sm:pb-2.5 max-sm:pl-16">
          <StatusBadge status={domain.status} word={exactStatusWord(domain.status, isHeld)} />
        </span>
      </div>
      {isOpen && (
        <div id={contentId} className="animate-fade-in px-3 pb-4 pl-9">
          <DomainState domain={domain} plan={plan} />
          <Timeline entries={domain.timeline} isUnderWay={isUnderWay(domain.status)} />
        </div>
      )}
    </li>
  )
}

const isUnderWay = (status: DomainDetails['status']) => status === 'in progress' || status === 'to do'

/** Where it stands, what is wanted of the customer, and what they can do about it. */
function DomainState({ domain, plan }: Pick<DomainItemProps, 'domain' | 'plan'>) {
  const { inboxes, note, wanted, status } = domain
  const facts = [
    domain.changing && `Since ${clockText(domain.changing.since)}`,
    domain.since && status !== 'done' && `Waiting since ${clockText(domain.since)}`,
    domain.nextCheckAt && `next check ${inText(domain.nextCheckAt)}`,
    domain.expectedAt
      ? `expected to be finished ${inText(domain.expectedAt)}`
      : isUnderWay(status) && 'expected finish not known yet',
  ].filter(Boolean)
  return (
    <div className="mb-4 flex flex-col gap-3">
      {status !== 'cancelled' && status !== 'duplicate' && (
        <div className="flex items-center gap-3">
          <ProgressBar
            label={`Inboxes on ${domain.domain}`}
            value={inboxes.delivered}
            max={inboxes.sold}
            className="h-1 grow"
          />
          <span className="shrink-0 text-muted text-secondary tabular-nums">
            {inboxes.delivered} of {inboxes.sold} inboxes
            {inboxes.spare > 0 && ` · ${inboxes.spare} spare`}
          </span>
        </div>
      )}
      {(note || wanted.length > 0) && <StateNote domain={domain} />}
      {facts.length > 0 && (
        <p className="text-muted text-secondary first-letter:uppercase">{facts.join(' · ')}</p>
      )}
      {domain.proof && <DomainProof proof={domain.proof} />}
      {domain.replacedBy && (
        <p className="text-muted text-secondary">
          Replaced by <span className="text-text">{domain.replacedBy}</span>
          {domain.overlap && `. ${overlapText(domain.overlap)}`}
        </p>
      )}
      <DomainActions domain={domain} plan={plan} />
    </div>
  )
}

/** What there is to say of it, and the values that the customer has to enter somewhere. */
function StateNote({ domain }: { domain: DomainDetails }) {
  const { note, wanted, status } = domain
  const isWaiting = status === 'pending' || wanted.length > 0 || domain.changing?.what === 'stopped'
  return (
    <div
      className={cx(
        'rounded-control border px-3 py-2.5 text-secondary',
        status === 'error' || domain.changing?.why === 'failed'
          ? 'border-danger/25 bg-danger-tint'
          : isWaiting
            ? 'border-warning/25 bg-warning-tint'
            : 'border-line bg-sunken',
      )}
    >
      {note && <p>{note}</p>}
      {wanted.length > 0 && (
        <dl className={cx('grid gap-1', note && 'mt-2')}>
          {wanted.map(({ label, value }) => (
            <div key={label} className="flex min-h-7 items-center gap-x-2 max-sm:flex-wrap">
              <dt className="w-28 shrink-0 text-muted max-sm:w-full">{label}</dt>
              <dd className="flex min-w-0 grow items-center gap-1">
                <span translate="no" className="min-w-0 break-all font-mono">
                  {value}
                </span>
                <CopyButton value={value} label={`Copy ${label}`} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
