import type { ReactNode } from 'react'

/** The greeting and the figures beside it, or under it in little room. */
export const DashboardHeader = ({ children }: { children: ReactNode }) => (
  <header className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">{children}</header>
)
