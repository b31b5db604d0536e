import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import type { User } from '#features/accounts/api/auth.ts'
import { configQuery } from '#ui/frame/config.ts'
import { heldUpAt } from '#ui/frame/held-up.ts'
import { isPageOf, useSessionNews } from '#ui/frame/own-page.ts'
import { useSession } from '#ui/frame/session.ts'
import { WithCommandPalette } from './with-command-palette.tsx'

/** Around a page that is open to all: a customer who is signed in has the palette there too. */
export function PaletteIfSignedIn() {
  const { user } = useSession()
  const { data: config } = useQuery(configQuery)
  // Whoever is held up is let in to nothing that the palette leads to.
  return user && !heldUpAt(user) && config ? <CustomersPage user={user} /> : <Outlet />
}
export { PaletteIfSignedIn as Component }

/** What the palette asks for says whose page this is, and goes when that customer does. */
function CustomersPage({ user }: { user: User }) {
  useSessionNews()
  return isPageOf(user) ? <WithCommandPalette /> : <Outlet />
}
