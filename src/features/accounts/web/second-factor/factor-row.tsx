import type { ReactNode } from 'react'

/** One second factor, what it is, and what can be done about it. */
export const FactorRow = ({
  name,
  about,
  children,
}: {
  name: string
  about: string
  children: ReactNode
}) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
    <div className="min-w-0 grow basis-56">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-muted text-secondary">{about}</p>
    </div>
    <div className="flex shrink-0 items-center gap-2">{children}</div>
  </li>
)
