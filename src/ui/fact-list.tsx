import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface FactListProps {
  facts: readonly (readonly [label: string, value: ReactNode])[]
  className?: string
}

/** Labels with their values, one per line. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={cx('divide-y divide-line', className)}>
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="grid min-h-10 content-center items-baseline gap-x-4 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="text-muted text-secondary">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
