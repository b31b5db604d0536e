import { queryOptions, useQuery } from '@tanstack/react-query'
import { type StaffMember, staffCheck, staffSignOut } from '#features/staff/api/staff.ts'
import { call } from '../api.ts'
import { openChannel } from '../frame/between-windows.ts'
import { askedWithPatience, queryClient } from '../query-client.ts'
import { toast } from '../toast.ts'
import { forgetOpened } from './forget-opened.ts'

/** Of everything that the console has asked for: none of it outlasts the one who is signed in. */
export const consoleKey = 'console'

/** Who of the staff is signed in, or null. */
export const staffQuery = queryOptions({
  queryKey: ['staff-session'],
  queryFn: async (): Promise<StaffMember | null> => {
    const { staff } = await call(staffCheck)
    if (staff?.id !== queryClient.getQueryData(staffQuery.queryKey)?.id) forgetConsole()
    return staff
  },
  gcTime: Number.POSITIVE_INFINITY,
  ...askedWithPatience,
  meta: { quiet: true },
})

const forgetConsole = (): void => queryClient.removeQueries({ queryKey: [consoleKey] })

/** Whoever is signed in from now on; the pages follow by themselves. */
export function setStaff(staff: StaffMember | null): void {
  queryClient.setQueryData(staffQuery.queryKey, staff)
  forgetConsole()
  if (!staff) forgetOpened()
}

/** Only for what is drawn behind `RequireStaff`. */
export function useStaff(): StaffMember {
  const { data } = useQuery(staffQuery)
  if (!data) throw new Error('useStaff is for pages behind RequireStaff')
  return data
}

/** Opens the console for who has shown both factors. */
export function arrive(staff: StaffMember): void {
  setStaff(staff)
  tellOtherTabs()
}

/** Ends the session here and at the server; throws what `call` throws, and is then still signed in. */
export async function leave(): Promise<void> {
  await call(staffSignOut, { body: {} })
  setStaff(null)
  tellOtherTabs()
}

/** A call was refused since the session is over: told once, whatever was under way. */
export function sessionOver(): void {
  if (queryClient.getQueryData(staffQuery.queryKey) === null) return
  setStaff(null)
  toast.error('Your console session has ended. Please sign in again.', { id: 'console-over' })
}

/** Between the tabs of a browser, which share one session. A page does not hear what it says itself. */
const channel = openChannel('inboxyard.console')
const tellOtherTabs = (): void => channel?.postMessage('changed')

/** Asks who is signed in when another tab has changed it. */
export function followOtherTabs(): void {
  if (channel) channel.onmessage = () => void queryClient.refetchQueries(staffQuery)
}
