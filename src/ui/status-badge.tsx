import {
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleX,
  type LucideIcon,
} from 'lucide-react'
import { memo } from 'react'
import {
  badgeLooks,
  type DomainStatus,
  type GroupBadge,
  type StatusIcon,
} from '#features/orders/rules/order-status.ts'
import { Badge, toneText } from './badge.tsx'
import { cx } from './cx.ts'

const icons: Record<StatusIcon, LucideIcon> = {
  success: CircleCheck,
  pending: CircleDashed,
  todo: Circle,
  error: CircleX,
  cancelled: CircleSlash,
  hold: CirclePause,
}

/** A status as a badge: icon, word, tint. */
export function StatusBadge({
  status,
  word,
  className,
}: {
  status: DomainStatus | GroupBadge
  /** A more exact word than the status's own. */
  word?: string | undefined
  className?: string
}) {
  const { label, icon, tone, line } = badgeLooks[status]
  const Icon = icons[icon]
  return (
    <Badge
      tone={tone}
      icon={<Icon aria-hidden />}
      className={cx(
        line === 'dashed' && 'outline-1 outline-dashed outline-neutral/60 -outline-offset-1',
        className,
      )}
    >
      <span className={cx(line === 'struck' && 'line-through decoration-1')}>{word ?? label}</span>
    </Badge>
  )
}

/** A status in a row: icon and word in its colour, without a tint. */
export const StatusWord = memo(function StatusWord({
  status,
  word,
  className,
}: {
  status: DomainStatus | GroupBadge
  /** A more exact word than the status's own. */
  word?: string | undefined
  className?: string
}) {
  const { label, icon, tone, line } = badgeLooks[status]
  const Icon = icons[icon]
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 font-medium text-label',
        toneText[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className={cx(line === 'struck' && 'line-through decoration-1')}>{word ?? label}</span>
    </span>
  )
})
