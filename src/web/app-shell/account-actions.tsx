import { useMutation } from '@tanstack/react-query'
import { CreditCard, KeyRound, LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { createCustomerPortal } from '#shared/api/payments.ts'
import { call } from '../api.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { signOut } from './sign-out.ts'
import { useUser } from './use-user.ts'

/** What a customer can do about their account, behind the button that shows who is signed in. */
export default function AccountActions({
  trigger,
  defaultOpen,
}: {
  trigger: ReactElement
  defaultOpen: boolean
}) {
  const { name, email } = useUser()
  const navigate = useNavigate()
  const leaving = useMutation({ mutationFn: signOut })
  const portal = useMutation({ mutationFn: () => call(createCustomerPortal, { body: { email } }) })

  const openPortal = () => {
    // Opened by the press itself: browsers block a window that opens when the answer arrives.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    portal.mutate(undefined, {
      onSuccess: ({ data }) => (tab ? tab.location.replace(data.url) : window.location.assign(data.url)),
      onError: () => tab?.close(),
    })
  }

  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      <div className="px-2.5 pt-1.5 pb-2 lg:hidden">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted text-secondary">{email}</p>
      </div>
      <MenuItem icon={<CreditCard />} onSelect={openPortal}>
        Payment Portal
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
