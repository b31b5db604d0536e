import type { ReactNode } from 'react'

/** A part of the kit's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 border-line border-b pb-2 text-card-title">{title}</h2>
      <div className="flex flex-col gap-5">{children}</div>
    </section>
  )
}

/** Several examples in a row. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)
