import { useState } from 'react'
import { centsOfDollars, dollarsOf, formatUsd } from '#base/text/usd.ts'
import { ownPriceFrom } from '#features/plans/rules/own-price.ts'
import { priceCents } from '#features/plans/rules/price-list-form.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { FormRefusal } from '#ui/console/form-refusal.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { type CustomerOwnPrices, setCustomerPrice } from '../../api/console-customer-prices.ts'
import { lookAgain } from '../customer-queries.ts'

interface OwnPriceDialogProps extends Titled {
  customerId: string
  price: CustomerOwnPrices['prices'][number]
  /** What the plan is called. */
  name: string
  onClose: () => void
}

const amount = /^\d{1,6}(?:\.\d{1,2})?$/

/** Another price for one customer; an empty field is the list's. */
export default function OwnPriceDialog({ title, customerId, price, name, onClose }: OwnPriceDialogProps) {
  const { plan, listCents, ownCents } = price
  const before = ownCents === null ? '' : dollarsOf(ownCents).toFixed(2)
  const [typed, setTyped] = useState(before)
  const dollars = typed.trim()
  const cents = dollars === '' ? null : amount.test(dollars) ? centsOfDollars(Number(dollars)) : -1
  const problem = cents === null ? undefined : priceCents.safeParse(cents).error?.issues[0]?.message
  const [typedFrom, setFrom] = useState('')
  const from = typedFrom.trim() || null
  const fromProblem = from === null ? undefined : ownPriceFrom.safeParse(from).error?.issues[0]?.message
  const setting = useStaffAction({
    mutationFn: () => callStaff(setCustomerPrice, { params: { customerId }, body: { plan, cents, from } }),
    hasForm: true,
    onSuccess: tellAnswer(lookAgain, onClose),
  })
  const { error } = setting
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={typed !== before || from !== null}
      title={title}
      description={`What each new order of ${name} costs this customer, every 30 days. What runs keeps its price.`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={setting.isPending}
            unavailable={
              problem ??
              fromProblem ??
              (cents === ownCents && from === null && 'Nothing is different from what is there now.')
            }
            onClick={() => setting.mutateAsync().catch(() => {})}
          >
            Save price
          </Button>
        </>
      }
    >
      <FormRefusal error={error} />
      <Field
        label="Price per month in US dollars"
        hint={`Left empty, it is the price list’s: ${formatUsd(listCents)}.`}
        error={problem}
      >
        <Input
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Field
        label="From"
        hint="A day like 2027-03-31, which begins at midnight UTC; empty for at once."
        error={fromProblem}
        className="mt-4"
      >
        <Input value={typedFrom} autoComplete="off" onChange={({ target }) => setFrom(target.value)} />
      </Field>
    </Dialog>
  )
}
