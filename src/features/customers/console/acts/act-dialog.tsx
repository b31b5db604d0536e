import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numberText } from '#base/text/number-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormRefusal } from '#ui/console/form-refusal.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { CustomerFacts } from '../../api/console-customer.ts'
import { isTyped, typedAddressOver } from '../../rules/customer-acts.ts'
import { factsQuery, lookAgain } from '../customer-queries.ts'
import { actOf, type CustomerActName } from './customer-act.ts'

interface ActDialogProps extends Titled {
  name: CustomerActName
  facts: CustomerFacts
  onClose: () => void
}

/** Says in numbers what an act will do, asks for the address where much is touched, and does it. */
export default function ActDialog({ title, name, facts, onClose }: ActDialogProps) {
  const act = actOf(name)
  const { id, email } = facts
  const [withBilling, setWithBilling] = useState(true)
  const [typed, setTyped] = useState('')
  const hasBilling = act.billing?.isOffered(facts) === true
  const acting = useStaffAction({
    mutationFn: () => act.send(id, { withBilling: hasBilling && withBilling, typed }),
    hasForm: true,
    onSuccess: tellAnswer(lookAgain, onClose),
    // What was refused half way has changed something, and what is offered with it.
    onError: () => lookAgain(),
  })
  const isTypedFirst = act.typed === 'always' || (act.typed !== undefined && facts.domains > typedAddressOver)
  const { error } = acting
  return (
    <Dialog
      open
      onOpenChange={() => acting.isPending || onClose()}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={act.danger ? 'danger' : 'primary'}
            loading={acting.isPending}
            unavailable={isTypedFirst && !isTyped(typed, email) && 'Type the address first.'}
            onClick={() => acting.mutate()}
          >
            {act.name}
          </Button>
        </>
      }
    >
      <FormRefusal error={error} className="mb-4" />
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        {act.happens(facts).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {hasBilling && (
        <div className="mt-4">
          <Checkbox checked={withBilling} onCheckedChange={setWithBilling}>
            {act.billing?.label(facts)}
          </Checkbox>
        </div>
      )}
      {isTypedFirst && (
        <Field className="mt-4" label={`Type ${email} to go on`}>
          <Input
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      {acting.isPending && name === 'close' && facts.groups > 1 && (
        <Cancelled id={id} before={facts.groups} />
      )}
    </Dialog>
  )
}

/** How far the cancelling is, as long as it runs. */
function Cancelled({ id, before }: { id: string; before: number }) {
  const [all] = useState(before)
  const { data } = useQuery({ ...factsQuery(id), refetchInterval: 1_000 })
  const done = all - (data?.groups ?? all)
  const valueText = `${numberText(done)} of ${numberText(all)} groups cancelled`
  return (
    <div className="mt-4 flex flex-col gap-1.5">
      <ProgressBar label="Cancelling" value={done} max={all} valueText={valueText} />
      <span className="text-muted text-secondary">{valueText}</span>
    </div>
  )
}
