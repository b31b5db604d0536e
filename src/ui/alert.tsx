import type { ReactNode } from 'react'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { cx } from './cx.ts'

const tones: Record<StatusTone, string> = {
  danger: 'border-danger/25 bg-danger-tint text-danger',
  warning: 'border-warning/25 bg-warning-tint text-warning',
  info: 'border-info/20 bg-info-tint text-info',
  success: 'border-success/25 bg-success-tint text-success',
  neutral: 'border-line bg-neutral-tint text-neutral',
}

interface AlertProps {
  tone?: StatusTone
  title?: ReactNode
  /** A button or link that helps. */
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** Something the page has to say, where it happened. Errors interrupt a screen reader, the rest waits. */
export function Alert({ tone = 'danger', title, action, className, children }: AlertProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control border px-3 py-2.5 text-secondary',
        tones[tone],
        className,
      )}
    >
      <div className="min-w-0 grow basis-56">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={cx(Boolean(title) && 'mt-0.5 text-text')}>{children}</div>}
      </div>
      {action}
    </div>
  )
}
