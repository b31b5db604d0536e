import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { useMediaQuery } from '#ui/use-media-query.ts'

interface BulkUpdateFrameProps {
  title?: string
  intro?: ReactNode
  /** A summary stands beside the steps where there is room for one. */
  hasSummary?: boolean
  children: ReactNode
}

interface Beside {
  isWide: boolean
  /** Known once it is drawn. */
  place: HTMLElement | null
}

const Beside = createContext<Beside>({ isWide: false, place: null })

/** The column of a bulk tool, with its way back. Fades in after 400 ms. */
export function BulkUpdateFrame({ title, intro, hasSummary = false, children }: BulkUpdateFrameProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // The theme's `xl`.
  const isWide = useMediaQuery('(width >= 80rem)')
  return (
    <div className="flex animate-fade-in items-start gap-8 [animation-delay:400ms] [animation-fill-mode:backwards] motion-reduce:animate-none">
      <div className="min-w-0 max-w-column grow">
        <header className="mb-6">
          <Link
            to="/dashboard"
            className="inline-flex min-h-6 items-center gap-1.5 rounded-control text-muted text-secondary hover:text-text"
          >
            <ArrowLeft className="size-3.5" />
            Back to dashboard
          </Link>
          {title && <h2 className="mt-2 text-page-title">{title}</h2>}
          {intro && <p className="mt-1 text-muted">{intro}</p>}
        </header>
        <Beside value={{ isWide, place }}>{children}</Beside>
      </div>
      {hasSummary && isWide && (
        <div ref={setPlace} className="sticky top-[calc(var(--banner-height)+5rem)] w-80 shrink-0" />
      )}
    </div>
  )
}

/** Beside the steps, as long as there is room. */
export function BesideSteps({ children }: { children: ReactNode }) {
  const { place } = useContext(Beside)
  return place && createPortal(children, place)
}

/** Where it is written, as long as there is no room beside the steps. */
export function AmongSteps({ children }: { children: ReactNode }) {
  return useContext(Beside).isWide ? null : children
}
