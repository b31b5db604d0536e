import { useState } from 'react'
import { type ConsoleDomainPage, moveConsoleDomain } from '#shared/api/console/domains.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { Titled } from '../../ui/late-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { callStaff } from '../call-staff.ts'
import { tellAnswer } from '../tell-answer.ts'
import { useStaffAction } from '../use-staff-action.ts'
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
