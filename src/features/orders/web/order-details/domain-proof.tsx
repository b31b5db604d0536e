import { MailCheck, MailQuestionMark, MailX } from 'lucide-react'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { type DomainProofState, domainProofLabels } from '#features/names/rules/domain-proof.ts'
import { cx } from '#ui/cx.ts'
import { clockText, inText } from '#ui/time-texts.ts'

const looks: Record<DomainProofState, { Icon: typeof MailCheck; tone: string }> = {
  proven: { Icon: MailCheck, tone: 'text-success' },
  not_yet: { Icon: MailQuestionMark, tone: 'text-muted' },
  not_proven: { Icon: MailX, tone: 'text-warning' },
}

/** Whether mail of the domain was seen to be authentic elsewhere, since when, and why it was not. */
export function DomainProof({ proof }: { proof: NonNullable<DomainDetails['proof']> }) {
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
