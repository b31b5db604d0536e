import type { ReactNode } from 'react'

/** A cell that says what it is where the titles of its table have no room. */
export const LabelledCell = ({ label, children }: { label: string; children: ReactNode }) => (
  <td>
    <span aria-hidden data-label className="text-label text-muted md:hidden">
      {label}
    </span>
    <span>{children}</span>
  </td>
)
