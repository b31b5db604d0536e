import { useId, useState } from 'react'
import { platformContents, platforms } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { FormRefusal } from '#ui/console/form-refusal.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { enterCost, type MoneyView } from '../api/console-money.ts'
import { type CostKind, costKindNames, costKinds } from '../rules/money-words.ts'
import { lookAtMoneyAgain } from './money-queries.ts'

const kinds = costKindNames.map((value) => ({ value, label: costKinds[value].title }))
const hosts = platforms.map((value) => ({ value, label: platformContents[value].fullName }))
const amount = /^\d{1,6}(?:\.\d{1,2})?$/

/** What one of something costs, from a month on; begins with what has none yet. */
export default function CostDialog({
  title,
  missing,
  onClose,
}: {
  missing: MoneyView['missing']
  onClose: () => void
} & Titled) {
  const formId = useId()
  const [first] = missing
  const [kind, setKind] = useState<CostKind>(first?.kind ?? 'registration')
  const [subject, setSubject] = useState(first?.subject ?? '')
  const [dollars, setDollars] = useState('')
  const [from, setFrom] = useState(new Date().toISOString().slice(0, 7))
  const cents = amount.test(dollars.trim()) ? Math.round(Number(dollars) * 100) : undefined
  const entering = useStaffAction({
    mutationFn: () => callStaff(enterCost, { body: { kind, subject, cents: cents ?? 0, from } }),
    hasForm: true,
    onSuccess: tellAnswer(lookAtMoneyAgain, onClose),
  })
  const { error } = entering
  const choose = (next: CostKind) => {
    setKind(next)
    if (costKinds[next].of !== costKinds[kind].of)
      setSubject(costKinds[next].of === 'platform' ? 'azure' : '')
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={dollars !== ''}
      title={title}
      description="What is entered for the same month again takes the former one’s place."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={entering.isPending}
            unavailable={
              (subject.trim() === '' && 'Please say of what.') ||
              (cents === undefined && 'Please enter an amount like 9.50.')
            }
          >
            Save cost
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (cents !== undefined && !entering.isPending) entering.mutate()
        }}
      >
        <FormRefusal error={error} />
        <Field label="What">
          <Select value={kind} onValueChange={choose} options={kinds} />
        </Field>
        {costKinds[kind].of === 'platform' ? (
          <Field label="Of">
            <Select value={subject as 'azure'} onValueChange={setSubject} options={hosts} />
          </Field>
        ) : (
          <Field label="Of" hint="The ending, such as com.">
            <Input value={subject} autoComplete="off" onChange={({ target }) => setSubject(target.value)} />
          </Field>
        )}
        <Field label="Cost in US dollars" hint={`Per ${costKinds[kind].per}.`}>
          <Input
            value={dollars}
            inputMode="decimal"
            autoComplete="off"
            onChange={({ target }) => setDollars(target.value)}
          />
        </Field>
        <Field label="From" hint="A month like 2026-11.">
          <Input value={from} autoComplete="off" onChange={({ target }) => setFrom(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
