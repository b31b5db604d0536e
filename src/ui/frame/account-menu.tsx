import { lateMenu, useAwaited } from '../late-menu.tsx'
import { useUser } from './use-user.ts'

/** Arrives after the page: nobody waits for what a menu holds. */
const AccountActions = lateMenu(() => import('./account-actions.tsx'))

/** Who is signed in, and what they can do about their account. */
export function AccountMenu() {
  const { name, email } = useUser()
  const awaited = useAwaited()
  const trigger = (
    <button
      type="button"
      className="flex h-control items-center gap-2.5 rounded-control px-1.5 text-left hover:bg-hover data-[state=open]:bg-hover"
    >
      <Avatar name={name} />
      <span className="max-w-48 max-lg:sr-only">
        <span className="block truncate font-medium text-secondary leading-4">{name}</span>
        <span translate="no" className="block truncate text-label text-muted leading-4">
          {email}
        </span>
      </span>
    </button>
  )
  return <AccountActions trigger={trigger} {...awaited} />
}

function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-tint font-semibold text-accent text-label"
    >
      {name.trim().charAt(0).toUpperCase() || '?'}
    </span>
  )
}
