import { Link, Outlet } from 'react-router'
import { lateDialog } from '../late-dialog.tsx'
import { Glyph, Wordmark } from '../wordmark.tsx'
import { Frame } from './frame.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import { Navigation } from './navigation.tsx'
import { usePageTitle } from './root.tsx'
import { TopBar } from './top-bar.tsx'
import { useConfig } from './use-config.ts'
import { BarTitle, WorkspaceLayout } from './workspace-layout.tsx'

/** Only phones need it. */
const NavigationDialog = lateDialog(() => import('./navigation-dialog.tsx'), { frame: 'left', title: 'Menu' })

/** The workspace: side menu (names under their icons below 1024 px, a sheet below 768), top bar, page. */
export function AppFrame() {
  const { productName } = useConfig()
  const title = usePageTitle()
  return (
    <Frame>
      <WorkspaceLayout
        menu={
          <>
            <Link
              to="/dashboard"
              title={productName}
              className="mb-2 flex h-bar shrink-0 items-center rounded-control px-2 max-lg:justify-center"
            >
              <Wordmark name={productName} className="max-lg:hidden" />
              <span className="lg:hidden">
                <Glyph />
                <span className="sr-only">{productName}</span>
              </span>
            </Link>
            <Navigation compact />
          </>
        }
        bar={
          <TopBar>
            <MenuSheet Dialog={NavigationDialog} />
            <BarTitle>{title}</BarTitle>
          </TopBar>
        }
      >
        <Outlet />
      </WorkspaceLayout>
    </Frame>
  )
}
export { AppFrame as Component }
