import { useQuery } from '@tanstack/react-query'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { type ConsoleAccountPage, drainConsoleAccount } from '../api/console-capacity.ts'
import { accountHosts } from '../rules/account-hosts.ts'
import { capacityQuery, lookAtCapacityAgain } from './capacity-queries.ts'

/** Says what stays and what goes elsewhere, before an account takes nothing new. */
export default function DrainDialog({
  title,
  page,
  onClose,
}: { page: ConsoleAccountPage; onClose: () => void } & Titled) {
  const { account, standing, waiting } = page
  const elsewhere = account.domains.used - standing
  const { data } = useQuery(capacityQuery)
  const isLast = data?.accounts.every(
    ({ id, host, state }) => id === account.id || host !== account.host || state !== 'open',
  )
  const draining = useStaffAction({
    mutationFn: () => callStaff(drainConsoleAccount, { params: { accountId: account.id }, body: {} }),
    onSuccess: tellAnswer(lookAtCapacityAgain),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel="Drain it"
      onConfirm={() => draining.mutateAsync()}
    >
      {`It takes no new domains until it is opened again. ${countOf(standing, 'domain')} of which something stands there stay until they are taken down; ${countOf(Math.max(0, elsewhere), 'domain')} of which nothing does are placed elsewhere.`}
      {waiting.domains > 0 && (
        <span className="mt-2 block wrap-anywhere">
          {`Among these, ${countOf(waiting.domains, 'domain waits', 'domains wait')} for the customer’s name servers and will give up a place here: `}
          <span translate="no">{waiting.first.join(', ')}</span>
          {waiting.domains > waiting.first.length &&
            ` and ${numberText(waiting.domains - waiting.first.length)} more`}
          .
        </span>
      )}
      {isLast && (
        <span className="mt-2 block font-medium text-text">
          {`No other ${accountHosts[account.host].noun} is open: new domains wait until one is.`}
        </span>
      )}
    </ConfirmDialog>
  )
}
