import { ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Sheet } from '../sheet.tsx'
import { type Step, Stepper } from '../stepper.tsx'
import { Wordmark } from '../wordmark.tsx'
import { Frame } from './frame.tsx'
import { TopBar } from './top-bar.tsx'
import { useConfig } from './use-config.ts'

interface WizardFrameProps {
  steps: readonly Step[]
  /** Counted from 1. */
  current: number
  title: string
  intro?: ReactNode
  /** Beside the column from 1100 px on; below that, behind the bar at the bottom. */
  summary?: ReactNode
  /** What the bar at the bottom says while the summary is closed: the running total. */
  summaryLine?: ReactNode
  /** Buttons at the end: back on the left, onward on the right. */
  actions?: ReactNode
  /** The column may take the whole width: for things side by side. */
  wide?: boolean
  children: ReactNode
}

/** One page of a sequence that needs the whole attention: no menus but the way out. */
export function WizardFrame({
  steps,
  current,
  title,
  intro,
  summary,
  summaryLine,
  actions,
  wide = false,
  children,
}: WizardFrameProps) {
  const { productName } = useConfig()
  const [isSummaryOpen, setSummaryOpen] = useState(false)
  return (
    <Frame>
      <TopBar>
        <Link to="/dashboard" className="rounded-control">
          <Wordmark name={productName} />
          <span className="sr-only">, back to the dashboard</span>
        </Link>
      </TopBar>
      <div className="mx-auto flex w-full max-w-[68rem] grow flex-col px-gutter">
        <Stepper steps={steps} current={current} className="py-5" />
        <div className="flex grow items-start gap-8">
          <main
            id="content"
            tabIndex={-1}
            className={cx('min-w-0 grow pt-2 pb-8 outline-none', !wide && 'max-w-column')}
          >
            <h1 className="text-page-title">{title}</h1>
            {intro && <div className="mt-1 text-muted">{intro}</div>}
            <div className="mt-6">{children}</div>
          </main>
          {summary && (
            <aside
              aria-label="Order summary"
              className="sticky top-[calc(var(--banner-height)+4.5rem)] mt-2 w-80 shrink-0 max-summary:hidden"
            >
              {summary}
            </aside>
          )}
        </div>
      </div>
      {(actions || summary) && (
        <BottomBar
          actions={actions}
          summaryLine={summary && (summaryLine ?? 'Order summary')}
          onOpenSummary={() => setSummaryOpen(true)}
        />
      )}
      {summary && (
        <Sheet side="bottom" open={isSummaryOpen} onOpenChange={setSummaryOpen} title="Order summary">
          {summary}
        </Sheet>
      )}
    </Frame>
  )
}

interface BottomBarProps extends Pick<WizardFrameProps, 'actions' | 'summaryLine'> {
  onOpenSummary: () => void
}

/** The way back and onward; where there is no room for the summary, the way to it. */
const BottomBar = ({ actions, summaryLine, onOpenSummary }: BottomBarProps) => (
  <footer
    data-bottom-bar
    className="sticky bottom-0 z-10 border-line border-t bg-page pb-[env(safe-area-inset-bottom)]"
  >
    {summaryLine && (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpenSummary}
        className="flex h-11 w-full items-center justify-between gap-3 border-line border-b px-gutter text-left text-secondary summary:hidden"
      >
        <span className="min-w-0 truncate font-medium">{summaryLine}</span>
        <ChevronUp className="text-muted" />
      </button>
    )}
    {actions && (
      <div className="mx-auto flex w-full max-w-[68rem] items-center justify-between gap-3 px-gutter py-3">
        {actions}
      </div>
    )}
  </footer>
)
