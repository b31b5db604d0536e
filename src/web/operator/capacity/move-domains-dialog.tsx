import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountCapacity } from '#shared/api/console/capacity.ts'
import { moveConsoleDomains } from '#shared/api/console/domains.ts'
import { isWordGiven, typeTheNumber, wantsWord } from '#shared/domains/typed-word.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { callStaff } from '../call-staff.ts'
import { TypedNumber } from '../page/typed-number.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { capacityQuery } from './capacity-queries.ts'

interface MoveDomainsDialogProps {
  ids: readonly string[]
  from: AccountCapacity
  onClose: () => void
  /** With the move's id. */
  onBegun: (moveId: string) => void
}

/** Asks where domains are to be placed. */
export default function MoveDomainsDialog({ ids: chosen, from, onClose, onBegun }: MoveDomainsDialogProps) {
  // What was chosen when it opened: rows go from the list once they are moved.
  const [ids] = useState(chosen)
  const { data } = useQuery(capacityQuery)
  const targets = (data?.accounts ?? []).filter(
    ({ id, host, state }) => host === from.host && state === 'open' && id !== from.id,
  )
  const [picked, setPicked] = useState('')
  const account = picked || targets[0]?.id || ''
  const [word, setWord] = useState('')
  const moving = useStaffAction({
    mutationFn: () =>
      callStaff(moveConsoleDomains, {
        body: { ids: [...ids], account, ...(wantsWord(ids.length) && { word }) },
      }),
    hasForm: true,
    onSuccess: ({ moveId }) => onBegun(moveId),
  })
  return (
    <AccountFormDialog
      title={`Move ${countOf(ids.length, 'domain')} from ${from.label}?`}
      description="They are set up there instead. Those of which something stands at the host stay where they are, and are listed."
      verb="Move them"
      unavailable={
        (data !== undefined && targets.length === 0 && 'There is no other open account at this host.') ||
        (!isWordGiven(ids.length, word) && typeTheNumber(ids.length))
      }
      unsaved={false}
      action={moving}
      onClose={onClose}
    >
      <Field label="To">
        <Select
          value={account}
          onValueChange={setPicked}
          options={targets.map(({ id, label, domains }) => ({
            value: id,
            label: `${label} (room for ${numberText(Math.max(0, domains.capacity - domains.used))} domains)`,
          }))}
        />
      </Field>
      <TypedNumber domains={ids.length} value={word} onChange={setWord} />
    </AccountFormDialog>
  )
}
