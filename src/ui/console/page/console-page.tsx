import type { ReactNode } from 'react'

interface ConsolePageProps {
  title: ReactNode
  about?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the console: what it is, what can be done, and then itself. */
export const ConsolePage = ({ title, about, actions, children }: ConsolePageProps) => (
  <>
    <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-page-title wrap-anywhere">{title}</h1>
        {about && <p className="mt-1 text-muted">{about}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
    {children}
  </>
)
