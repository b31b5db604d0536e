import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { type MovePlan, moveConsoleDomains } from '#features/domains/api/console-domains.ts'
import { isWordGiven, typeTheNumber, wantsWord } from '#features/names/rules/typed-word.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { TypedNumber } from '#ui/console/page/typed-number.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { Select } from '#ui/select.tsx'
import type { AccountCapacity } from '../api/console-capacity.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { capacityQuery, movePlanQuery } from './capacity-queries.ts'

interface MoveDomainsDialogProps {
  ids: readonly string[]
  from: AccountCapacity
  onClose: () => void
  /** With the move's id. */
  onBegun: (moveId: string) => void
}

/** Says how many of the chosen domains can be placed elsewhere and why the others stay, and moves those that can. */
export default function MoveDomainsDialog({ ids: chosen, from, onClose, onBegun }: MoveDomainsDialogProps) {
  // What was chosen when it opened: rows go from the list once they are moved.
  const [ids] = useState(chosen)
  const { data } = useQuery(capacityQuery)
  const targets = (data?.accounts ?? []).filter(
    ({ id, host, state }) => host === from.host && state === 'open' && id !== from.id,
  )
  const [picked, setPicked] = useState('')
  const account = picked || targets[0]?.id || ''
  const plan = useQuery(movePlanQuery(ids, account))
  const moving = plan.data?.ids ?? []
  const [word, setWord] = useState('')
  const action = useStaffAction({
    mutationFn: () =>
      callStaff(moveConsoleDomains, {
        body: { ids: moving, account, ...(wantsWord(moving.length) && { word }) },
      }),
    hasForm: true,
    onSuccess: ({ moveId }) => onBegun(moveId),
  })
  return (
    <AccountFormDialog
      title={`Move ${countOf(ids.length, 'domain')} from ${from.label}?`}
      description="Domains that can move are set up at the other account instead."
      verb={moving.length > 0 ? `Move ${countOf(moving.length, 'domain')}` : 'Move'}
      unavailable={
        (data !== undefined && targets.length === 0 && 'There is no other open account at this host.') ||
        (!plan.data && 'Still counting which domains can move.') ||
        (moving.length === 0 && 'None of these domains can move there.') ||
        (!isWordGiven(moving.length, word) && typeTheNumber(moving.length))
      }
      unsaved={false}
      action={action}
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
      {account && (
        <Loaded query={plan} failed="Which domains can move could not be loaded." within="padding">
          {(counted) => <Counted plan={counted} chosen={ids.length} />}
        </Loaded>
      )}
      <TypedNumber domains={moving.length} value={word} onChange={setWord} />
    </AccountFormDialog>
  )
}

const Counted = ({ plan: { ids, stay }, chosen }: { plan: MovePlan; chosen: number }) => (
  <div role="status">
    <p className="font-medium">
      {ids.length === chosen
        ? `${chosen === 1 ? 'It' : `All ${numberText(chosen)}`} can move.`
        : `${numberText(ids.length)} of ${numberText(chosen)} can move.`}
    </p>
    {stay.length > 0 && (
      <ul aria-label="What stays" className="mt-2 divide-y divide-line">
        {stay.map(({ why, domains, first }) => (
          <li key={why} className="py-2">
            <p>
              <span className="font-medium">{countOf(domains, 'stays', 'stay')}.</span> {why}
            </p>
            <p translate="no" className="text-muted text-secondary wrap-anywhere">
              {first.join(', ')}
              {domains > first.length && ` + ${numberText(domains - first.length)}`}
            </p>
          </li>
        ))}
      </ul>
    )}
  </div>
)
