import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface LabelledCellProps {
  label: string
  align?: 'right' | undefined
  className?: string
  children: ReactNode
}

/** A cell that says what it is where the titles of its table have no room. */
export const LabelledCell = ({ label, align, className, children }: LabelledCellProps) => (
  <td className={cx(align && 'tabular-nums md:text-right', className)}>
    <span aria-hidden data-label className="text-label text-muted md:hidden">
      {label}
    </span>
    <span className="min-w-0">{children}</span>
  </td>
)
