import '../../ui/block-table.css'
import { LogOut } from 'lucide-react'
import { Link, NavLink, Outlet } from 'react-router'
import { mayStaff, staffRoles } from '#shared/access.ts'
import { staffConfirm } from '#shared/api/staff.ts'
import { beginStaffConfirmPasskey, staffConfirmByPasskey, staffFactors } from '#shared/api/staff-factors.ts'
import { call } from '../../api.ts'
import { ConfirmItIsYou } from '../../app-shell/confirmation/confirm-it-is-you.tsx'
import { SkipLink } from '../../app-shell/skip-link.tsx'
import { useConfig } from '../../app-shell/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.ts'
import { FindButton } from '../find/find-button.tsx'
import { consolePages, operatorPaths } from '../operator-paths.ts'
import { leave, sessionOver, useStaff } from '../staff-session.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { ConsoleName } from './console-name.tsx'
import { StaffStrip } from './staff-strip.tsx'

/** What every page of the console stands in: where one is, who one is, and the way out. */
export function ConsoleFrame() {
  const { productName } = useConfig()
  const { role } = useStaff()
  const pages = consolePages.filter(({ right }) => !right || mayStaff(role, right))
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 shrink-0 border-line border-b bg-page">
        <StaffStrip />
        <div className="flex flex-wrap items-center gap-x-6 px-gutter">
          <Link to={operatorPaths.home} className="flex h-bar min-w-0 items-center rounded-control">
            <ConsoleName productName={productName} />
          </Link>
          <nav
            aria-label="Console"
            className="flex min-w-0 gap-1 overflow-x-auto max-md:order-last max-md:-mx-2 max-md:w-full max-md:pb-2"
          >
            {pages.map(({ path, name }) => (
              <NavLink
                key={path}
                to={path}
                end={path === operatorPaths.home}
                className={({ isActive }) =>
                  cx(linkClass, isActive ? 'bg-hover font-medium text-text' : 'text-muted')
                }
              >
                {name}
              </NavLink>
            ))}
          </nav>
          {mayStaff(role, 'customers.read') && <FindButton />}
          <WhoIsHere />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-content grow px-gutter py-6 outline-none"
      >
        <Outlet />
      </main>
      <ConfirmItIsYou
        readFactors={() => call(staffFactors)}
        byCode={(code) => call(staffConfirm, { body: { code } })}
        askPasskey={() => call(beginStaffConfirmPasskey, { body: {} })}
        byPasskey={(passkey) => call(staffConfirmByPasskey, { body: { passkey } })}
        onSessionOver={sessionOver}
      />
    </div>
  )
}

const linkClass =
  'flex h-control-small shrink-0 items-center rounded-control px-2.5 text-secondary transition-colors hover:bg-hover hover:text-text'

function WhoIsHere() {
  const { name, role } = useStaff()
  const leaving = useStaffAction({
    mutationFn: leave,
    onSuccess: () => toast.success('You are signed out of the console.'),
  })
  return (
    <div className="flex min-w-0 items-center gap-3">
      <p className="min-w-0 max-w-48 text-right max-sm:sr-only">
        <span className="block truncate font-medium text-secondary leading-4">{name}</span>
        <span className="block truncate text-label text-muted leading-4">{staffRoles[role].title}</span>
      </p>
      <Button size="small" icon={<LogOut />} loading={leaving.isPending} onClick={() => leaving.mutate()}>
        <span className="max-sm:sr-only">Sign out</span>
      </Button>
    </div>
  )
}

export { ConsoleFrame as Component }
