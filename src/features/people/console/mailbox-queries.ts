import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { consoleMailboxPage } from '../api/console-mailboxes.ts'

const mailboxesKey = 'mailboxes'

export const mailboxQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [consoleKey, mailboxesKey, mailboxId],
    queryFn: ({ signal }) => callStaff(consoleMailboxPage, { params: { mailboxId }, signal }),
    // Something may be under way about it.
    refetchInterval: 15_000,
    meta: { quiet: true },
  })

export const lookAtMailboxesAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [consoleKey, mailboxesKey] })
