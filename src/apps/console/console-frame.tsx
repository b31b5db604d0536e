import '#ui/block-table.css'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { mayStaff, staffRoles } from '#base/access.ts'
import { FindButton } from '#features/find/console/find-button.tsx'
import { Button } from '#ui/button.tsx'
import { ClosedPage } from '#ui/console/frame/closed-page.tsx'
import { ConsoleMenu } from '#ui/console/frame/console-menu.tsx'
import { ConsoleName } from '#ui/console/frame/console-name.tsx'
import { StaffStrip } from '#ui/console/frame/staff-strip.tsx'
import { useScrollPlaces } from '#ui/console/frame/use-scroll-places.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { mayOpen } from '#ui/console/page-rights.ts'
import { leave, useStaff } from '#ui/console/staff-session.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { cx } from '#ui/cx.ts'
import { MenuSheet } from '#ui/frame/menu-sheet.tsx'
import { SkipLink } from '#ui/frame/skip-link.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { Glyph } from '#ui/wordmark.tsx'

const MenuDialog = lateDialog(() => import('#ui/console/frame/console-menu-dialog.tsx'), {
  frame: 'left',
  title: 'Menu',
})

/** What every page of the console stands in: where one can go (below 768 px in a sheet), who one is, and the way out. */
export function ConsoleFrame() {
  const { productName } = useConfig()
  const { role } = useStaff()
  const { pathname } = useLocation()
  useScrollPlaces()
  return (
    <div className="flex min-h-dvh flex-col pt-banner">
      <SkipLink />
      <aside aria-label="Staff console" data-staff-strip className="fixed inset-x-0 top-0 z-30">
        <StaffStrip />
      </aside>
      <nav
        aria-label="Console"
        className="fixed top-banner bottom-0 left-0 z-20 flex w-24 flex-col overflow-y-auto border-line border-r bg-sunken px-1.5 pb-3 max-md:hidden xl:w-56 xl:px-2.5"
      >
        <HomeLink className="mb-1 shrink-0 max-xl:justify-center xl:px-2">
          <span className="min-w-0 max-xl:hidden">
            <ConsoleName productName={productName} />
          </span>
          <span className="xl:hidden">
            <Glyph />
            <span className="sr-only">{productName}</span>
          </span>
        </HomeLink>
        <ConsoleMenu compact />
      </nav>
      <div className="flex min-w-0 grow flex-col md:pl-24 xl:pl-56">
        <header className="sticky top-banner z-20 flex h-bar shrink-0 items-center gap-3 border-line border-b bg-page px-gutter">
          <MenuSheet Dialog={MenuDialog} />
          <HomeLink className="min-w-0 grow md:hidden">
            <ConsoleName productName={productName} />
          </HomeLink>
          {mayStaff(role, 'customers.read') && <FindButton />}
          <WhoIsHere />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-content grow px-gutter py-6 outline-none"
        >
          {mayOpen(role, pathname) ? <Outlet /> : <ClosedPage />}
        </main>
      </div>
    </div>
  )
}

const HomeLink = ({ className, children }: { className: string; children: ReactNode }) => (
  <Link to={operatorPaths.home} className={cx('flex h-bar items-center rounded-control', className)}>
    {children}
  </Link>
)

function WhoIsHere() {
  const { name, role } = useStaff()
  const leaving = useStaffAction({
    mutationFn: leave,
    onSuccess: () => toast.success('You are signed out of the console.'),
  })
  return (
    <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:shrink-0">
      <p title={name} className="min-w-0 max-w-64 text-right max-sm:sr-only">
        <span className="block truncate font-medium text-secondary leading-4">{name}</span>
        <span className="block truncate text-label text-muted leading-4">{staffRoles[role].title}</span>
      </p>
      <Button
        size="small"
        className="shrink-0"
        icon={<LogOut />}
        loading={leaving.isPending}
        onClick={() => leaving.mutate()}
      >
        <span className="max-sm:sr-only">Sign out</span>
      </Button>
    </div>
  )
}

export { ConsoleFrame as Component }
