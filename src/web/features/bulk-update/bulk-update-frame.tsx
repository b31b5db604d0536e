import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface BulkUpdateFrameProps {
  title?: string
  intro?: ReactNode
  children: ReactNode
}

/** The column of a bulk tool, with its way back. Fades in after 400 ms. */
export function BulkUpdateFrame({ title, intro, children }: BulkUpdateFrameProps) {
  return (
    <div className="max-w-column animate-fade-in [animation-delay:400ms] [animation-fill-mode:backwards] motion-reduce:animate-none">
      <header className="mb-6">
        <Link
          to="/dashboard"
          className="inline-flex items-center gap-1.5 rounded-control text-muted text-secondary hover:text-text"
        >
          <ArrowLeft className="size-3.5" />
          Back to dashboard
        </Link>
        {title && <h2 className="mt-2 text-page-title">{title}</h2>}
        {intro && <p className="mt-1 text-muted">{intro}</p>}
      </header>
      {children}
    </div>
  )
}
