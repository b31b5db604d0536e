import { PlugZap, RefreshCw } from 'lucide-react'
import { retryConsoleDomains } from '#features/domains/api/console-domains.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { toast } from '#ui/toast.ts'
import { type ConsoleMailboxPage, reconnectConsoleMailbox } from '../api/console-mailboxes.ts'
import { lookAtMailboxesAgain } from './mailbox-queries.ts'

interface MailboxActsProps {
  mailboxId: string
  page: ConsoleMailboxPage
}

/** What staff may do about one mailbox: have it brought in again, and have all of its domain looked at. */
export function MailboxActs({ mailboxId, page }: MailboxActsProps) {
  const reconnecting = useStaffAction({
    mutationFn: () => callStaff(reconnectConsoleMailbox, { params: { mailboxId }, body: {} }),
    onSuccess: tellAnswer(lookAtMailboxesAgain),
  })
  const looking = useStaffAction({
    mutationFn: () => callStaff(retryConsoleDomains, { body: { ids: [page.domain.id], looksAnew: true } }),
    onSuccess: async ({ done }) => {
      if (done === 0) toast.error('No paid order holds its domain any more.')
      else toast.success(`Everything about ${page.domain.name} is being looked at.`)
      await lookAtMailboxesAgain()
    },
  })
  return (
    <>
      <Button icon={<RefreshCw />} loading={looking.isPending} onClick={() => looking.mutate()}>
        Look now
      </Button>
      <Button
        variant="primary"
        icon={<PlugZap />}
        loading={reconnecting.isPending}
        unavailable={page.reconnect.refusal ?? false}
        onClick={() => reconnecting.mutate()}
      >
        Reconnect
      </Button>
    </>
  )
}
