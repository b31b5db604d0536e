import { Link, Outlet } from 'react-router'
import { Glyph, Wordmark } from '../ui/wordmark.tsx'
import { useConfig } from './config.ts'
import { Frame } from './frame.tsx'
import { Navigation } from './navigation.tsx'
import { NavigationSheet } from './navigation-sheet.tsx'
import { usePageTitle } from './root.tsx'
import { TopBar } from './top-bar.tsx'

/** The workspace: side menu (icons only under 1024 px, a sheet under 768), top bar, page. */
export function AppFrame() {
  const { productName } = useConfig()
  const title = usePageTitle()
  return (
    <Frame>
      <nav
        aria-label="Main"
        className="fixed top-banner bottom-0 left-0 z-20 flex w-14 flex-col border-line border-r bg-sunken px-2.5 pb-3 max-md:hidden lg:w-56"
      >
        <Link
          to="/dashboard"
          title={productName}
          className="mb-2 flex h-bar shrink-0 items-center rounded-control px-2"
        >
          <Wordmark name={productName} className="max-lg:hidden" />
          <span className="lg:hidden">
            <Glyph />
            <span className="sr-only">{productName}</span>
          </span>
        </Link>
        <Navigation compact />
      </nav>
      <div className="flex min-w-0 grow flex-col md:pl-14 lg:pl-56">
        <TopBar>
          <NavigationSheet />
          <h1 className="truncate font-medium text-card-title">{title}</h1>
        </TopBar>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-content grow px-gutter py-6 outline-none"
        >
          <Outlet />
        </main>
      </div>
    </Frame>
  )
}
export { AppFrame as Component }
