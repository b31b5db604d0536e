import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountCapacity } from '#shared/api/console/capacity.ts'
import { type MovedDomains, moveConsoleDomains } from '#shared/api/console/domains.ts'
import { isWordGiven, typeTheNumber, wantsWord } from '#shared/domains/typed-word.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { lookAtDomainsAgain } from '../domains/domain-queries.ts'
import { TypedNumber } from '../page/typed-number.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { capacityQuery, lookAtCapacityAgain } from './capacity-queries.ts'

interface MoveDomainsDialogProps {
  ids: readonly string[]
  from: AccountCapacity
  onClose: () => void
  /** Once something was moved. */
  onDone: () => void
}

/** Asks where domains are to be placed; what could not be moved is listed afterwards, with its reason. */
export function MoveDomainsDialog({ ids: chosen, from, onClose, onDone }: MoveDomainsDialogProps) {
  // What was chosen when it opened: rows go from the list once they are moved.
  const [ids] = useState(chosen)
  const { data } = useQuery(capacityQuery)
  const targets = (data?.accounts ?? []).filter(
    ({ id, host, state }) => host === from.host && state === 'open' && id !== from.id,
  )
  const [picked, setPicked] = useState('')
  const account = picked || targets[0]?.id || ''
  const [word, setWord] = useState('')
  const [result, setResult] = useState<MovedDomains>()
  const moving = useStaffAction({
    mutationFn: () =>
      callStaff(moveConsoleDomains, {
        body: { ids: [...ids], account, ...(wantsWord(ids.length) && { word }) },
      }),
    hasForm: true,
    onSuccess: async (answer) => {
      if (answer.moved > 0) toast.success(answer.message)
      if (answer.stay.length > 0) setResult(answer)
      else onClose()
      onDone()
      await Promise.all([lookAtDomainsAgain(), lookAtCapacityAgain()])
    },
  })
  if (result) return <Stay result={result} onClose={onClose} />
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

const Stay = ({ result, onClose }: { result: MovedDomains; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={`${countOf(result.stay.length, 'domain')} ${result.stay.length === 1 ? 'stays' : 'stay'} where ${result.stay.length === 1 ? 'it is' : 'they are'}`}
    description={result.message}
    footer={
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    }
  >
    <Alert tone="info" title="What was not moved is as it was before">
      Nothing else is done to it.
    </Alert>
    <ul className="mt-3 divide-y divide-line">
      {result.stay.map(({ id, name, why }) => (
        <li key={id} className="py-2">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-muted text-secondary">{why}</p>
        </li>
      ))}
    </ul>
  </Dialog>
)
