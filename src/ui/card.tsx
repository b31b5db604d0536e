import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

/** A surface with a hairline; padding is the card's own unless `flush`. */
export function Card({ flush, className, ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return (
    <section
      {...rest}
      className={cx('rounded-card border border-line bg-surface', !flush && 'p-4 md:p-5', className)}
    />
  )
}

interface CardHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Buttons or a badge at the right end. */
  actions?: ReactNode
  /** Level of the heading within its page. */
  level?: 2 | 3
  id?: string
}

export function CardHeader({ title, description, actions, level = 2, id }: CardHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-40">
        <Heading id={id} className="text-card-title">
          {title}
        </Heading>
        {description && <p className="mt-0.5 text-muted text-secondary">{description}</p>}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </header>
  )
}
