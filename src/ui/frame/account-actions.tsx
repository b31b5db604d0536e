import { CreditCard, KeyRound, LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { changesOff } from '../changes-off.ts'
import type { LateMenuProps } from '../late-menu.tsx'
import { Menu, MenuItem, MenuSeparator } from '../menu.tsx'
import { useAction } from '../use-action.ts'
import { signOut } from './sign-out.ts'
import { useOpenPortal } from './use-open-portal.ts'
import { useUser } from './use-user.ts'

/** What a customer can do about their account, behind the button that shows who is signed in. */
export default function AccountActions({ trigger, defaultOpen }: LateMenuProps) {
  const { name, email } = useUser()
  const navigate = useNavigate()
  const leaving = useAction({ mutationFn: signOut })
  const openPortal = useOpenPortal()

  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      <div className="px-2.5 pt-1.5 pb-2 lg:hidden">
        <p className="truncate font-medium">{name}</p>
        <p translate="no" className="truncate text-muted text-secondary">
          {email}
        </p>
      </div>
      <MenuItem icon={<CreditCard />} unavailable={changesOff() ?? false} onSelect={openPortal}>
        Payment Portal
      </MenuItem>
      <MenuItem icon={<UserRound />} onSelect={() => void navigate('/account')}>
        Account
      </MenuItem>
      <MenuItem icon={<KeyRound />} onSelect={() => void navigate('/reset-password')}>
        Reset Password
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => leaving.mutate()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
