import type { ReactNode } from 'react'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { cx } from './cx.ts'

/** The colour of each tone, for everything that is coloured by meaning. */
export const toneText: Record<StatusTone, string> = {
  success: 'text-success',
  info: 'text-info',
  neutral: 'text-neutral',
  warning: 'text-warning',
  danger: 'text-danger',
}

const toneTints: Record<StatusTone, string> = {
  success: 'bg-success-tint',
  info: 'bg-info-tint',
  neutral: 'bg-neutral-tint',
  warning: 'bg-warning-tint',
  danger: 'bg-danger-tint',
}

interface BadgeProps {
  tone?: StatusTone
  /** 14 px, before the word. */
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/** A word about the thing beside it. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-mark px-1.5 font-medium text-label tabular-nums [&>.lucide]:size-3.5',
        toneText[tone],
        toneTints[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
