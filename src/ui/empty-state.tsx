import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface EmptyStateProps {
  /** A 20 px icon or a small drawing. */
  icon?: ReactNode
  title: ReactNode
  /** What will be here, and how it gets here. */
  children?: ReactNode
  /** The one thing to do. */
  action?: ReactNode
  className?: string
}

/** The place of a list that has nothing in it. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
      {icon && (
        <div className="mb-4 grid size-10 place-items-center rounded-card border border-line bg-surface text-muted [&>.lucide]:size-5">
          {icon}
        </div>
      )}
      <p className="text-card-title">{title}</p>
      {children && <div className="mt-1 max-w-form text-muted text-secondary">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
