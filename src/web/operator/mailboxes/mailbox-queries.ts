import { queryOptions } from '@tanstack/react-query'
import { consoleMailboxPage } from '#shared/api/console/mailboxes.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

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
