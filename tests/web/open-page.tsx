import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createConsoleRouter } from '#apps/console/console-router.tsx'
import { createRouter } from '#apps/website/routes.tsx'
import { check, refreshToken, type User } from '#features/accounts/api/auth.ts'
import { signedInKey } from '#features/accounts/rules/session-storage-keys.ts'
import { getConfig } from '#features/brand/api/config.ts'
import { type StaffMember, staffCheck } from '#features/staff/api/staff.ts'
import { writeStored } from '#ui/browser-storage.ts'
import { stayWith } from '#ui/frame/load-page.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { kept } from './kept-answers.ts'
import { network } from './network.ts'

/** What a test has drawn, to be taken away after it. */
const drawn = new Set<() => void>()

/** Draws a part of a page, with what all pages stand in but a router. */
export function draw(part: ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'root'
  const root = createRoot(place)
  drawn.add(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </StrictMode>,
  )
}

function drawPages(address: string, create: () => DataRouter): DataRouter {
  window.history.replaceState(null, '', address)
  const router = create()
  drawn.add(() => router.dispose())
  stayWith(router)
  draw(<RouterProvider router={router} />)
  toast.load()
  return router
}

/** The customer of a component test, unless it names another. */
export const customer = (changes: Partial<User> = {}): User => {
  const { user } = kept(check, 'session')
  if (!user) throw new Error('The kept session is nobody’s.')
  return { ...user, ...changes }
}

/** The member of staff of a component test, unless it names another. */
export const colleague = (changes: Partial<StaffMember> = {}): StaffMember => {
  const { staff } = kept(staffCheck, 'staff-session')
  if (!staff) throw new Error('The kept session is nobody’s.')
  return { ...staff, ...changes }
}

/**
 * Opens an address of the customers' pages, as who is signed in, or as a stranger (`null`). Who is there and the
 * configuration are answered, unless the test has answered them itself.
 */
export function openPage(address: string, { as = customer() }: { as?: User | null } = {}): DataRouter {
  network.answer(check, { authenticated: as !== null, user: as })
  network.answer(getConfig, kept(getConfig, 'config'))
  if (as) writeStored(signedInKey, 'yes')
  else network.refuse(refreshToken, { status: 401, code: 'unauthenticated', message: 'Please sign in.' })
  return drawPages(address, createRouter)
}

/** Opens an address of the console, as a member of staff, or as a stranger (`null`). */
export function openConsole(
  address: string,
  { as = colleague() }: { as?: StaffMember | null } = {},
): DataRouter {
  network.answer(staffCheck, { staff: as })
  network.answer(getConfig, kept(getConfig, 'config'))
  return drawPages(address, createConsoleRouter)
}

export function endPages(): void {
  for (const end of [...drawn].reverse()) end()
  drawn.clear()
}
