import { Circle, CircleCheck, CircleDashed, CircleSlash, CircleX, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { type DomainStatus, type StatusIcon, statusLooks } from '#shared/order-status.ts'
import { Badge, toneText } from './badge.tsx'
import { cx } from './cx.ts'

const icons: Record<StatusIcon, LucideIcon> = {
  success: CircleCheck,
  pending: CircleDashed,
  todo: Circle,
  error: CircleX,
  cancelled: CircleSlash,
}

/** A status as a badge: icon, word, tint. */
export function StatusBadge({ status, className }: { status: DomainStatus; className?: string }) {
  const { label, icon, tone, line } = statusLooks[status]
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
      <span className={cx(line === 'struck' && 'line-through decoration-1')}>{label}</span>
    </Badge>
  )
}

/** A status in little: the icon alone, with the word for those who cannot see its colour. */
export const StatusDot = memo(function StatusDot({
  status,
  className,
}: {
  status: DomainStatus
  className?: string
}) {
  const { label, icon, tone } = statusLooks[status]
  const Icon = icons[icon]
  return (
    <span role="img" aria-label={label} title={label} className={cx(toneText[tone], className)}>
      <Icon aria-hidden className="size-3.5" />
    </span>
  )
})
