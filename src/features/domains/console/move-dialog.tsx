import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type ConsoleDomainPage, moveConsoleDomain } from '../api/console-domains.ts'
import { lookAtDomainsAgain } from './domain-queries.ts'

/** Another tenant or Google account for a domain of which nothing runs at its host. */
export default function MoveDialog({
  title,
  page,
  onClose,
}: { page: ConsoleDomainPage; onClose: () => void } & Titled) {
  const { domain, move, mailboxes } = page
  const [account, setAccount] = useState(move.targets[0]?.id ?? '')
  const moving = useStaffAction({
    mutationFn: () => callStaff(moveConsoleDomain, { params: { domainId: domain.id }, body: { account } }),
    onSuccess: tellAnswer(lookAtDomainsAgain),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel="Move it"
      onConfirm={() => moving.mutateAsync()}
    >
      {`It and its ${mailboxes.length} mailboxes are set up there instead of at ${domain.account?.label ?? 'the place it would be given'}. Nothing runs there yet, so nothing is lost. If it was added there already, that entry is removed.`}
      <Field label="To" className="mt-3">
        <Select
          value={account}
          onValueChange={setAccount}
          options={move.targets.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
    </ConfirmDialog>
  )
}
