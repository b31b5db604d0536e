import type { ReactNode } from 'react'

/** The button that leads on, and beside it what is to be done before. */
export const Onward = ({ toDo, children }: { toDo: string | undefined; children: ReactNode }) => (
  <div className="flex min-w-0 items-center justify-end gap-x-4 gap-y-1 max-sm:flex-col max-sm:items-end">
    {toDo && (
      <p role="status" className="text-right text-muted text-secondary">
        {toDo}
      </p>
    )}
    {children}
  </div>
)
