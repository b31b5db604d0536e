import type { ReactNode } from 'react'

interface LabelledCellProps {
  label: string
  align?: 'right' | undefined
  children: ReactNode
}

/** A cell that says what it is where the titles of its table have no room. */
export const LabelledCell = ({ label, align, children }: LabelledCellProps) => (
  <td className={align && 'tabular-nums lg:text-right'}>
    <span aria-hidden data-label className="text-label text-muted lg:hidden">
      {label}
    </span>
    <span className="min-w-0">{children}</span>
  </td>
)
