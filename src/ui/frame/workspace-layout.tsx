import type { ReactNode } from 'react'

interface WorkspaceLayoutProps {
  /** In the side menu, which is narrow under 1024 px and away under 768. */
  menu: ReactNode
  bar: ReactNode
  children: ReactNode
}

/** Where everything stands in the workspace: side menu, top bar, page. */
export const WorkspaceLayout = ({ menu, bar, children }: WorkspaceLayoutProps) => (
  <>
    <nav
      aria-label="Main"
      className="fixed top-banner bottom-0 left-0 z-20 flex w-24 flex-col border-line border-r bg-sunken px-1.5 pb-3 max-md:hidden lg:w-56 lg:px-2.5"
    >
      {menu}
    </nav>
    <div className="flex min-w-0 grow flex-col md:pl-24 lg:pl-56">
      {bar}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-content grow px-gutter py-6 outline-none"
      >
        {children}
      </main>
    </div>
  </>
)

/** Of what stands on the left in the bar. */
export const barId = 'bar'

/** The bar over a page: what it is on the left, the customer on the right. */
export const BarLayout = ({ children, customer }: { children: ReactNode; customer?: ReactNode }) => (
  <header className="sticky top-banner z-20 flex h-bar shrink-0 items-center justify-between gap-4 border-line border-b bg-page px-gutter">
    <div id={barId} className="flex min-w-0 items-center gap-2">
      {children}
    </div>
    <div className="flex shrink-0 items-center gap-1.5">{customer}</div>
  </header>
)

/** What page it is. */
export const BarTitle = ({ children }: { children: ReactNode }) => (
  <h1 className="truncate font-medium text-card-title">{children}</h1>
)
