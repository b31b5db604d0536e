import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { wantsWord } from '#features/names/rules/typed-word.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { TypedNumber } from '#ui/console/page/typed-number.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import {
  type ConsoleOrderPage,
  endConsoleOrder,
  endReasonMax,
  holdConsoleOrder,
  releaseConsoleOrder,
} from '../api/console-orders.ts'
import { lookAtOrdersAgain } from './order-queries.ts'

type OrderAct = keyof ConsoleOrderPage['acts']

const words = {
  hold: {
    verb: 'Hold the order',
    what: 'stop sending, and nothing is billed until it is released. A renewal that is still owed is given up. Everything is kept. The customer is told by mail.',
  },
  release: {
    verb: 'Release the order',
    what: 'are switched on again and billed, whatever they were held for. The customer is told by mail.',
  },
  end: {
    verb: 'End the order',
    what: `leave the sending tool, billing ends at once, and nothing is refunded. Mail is kept for ${mailboxRetentionDays} days. The customer is told by mail, with the reason.`,
  },
} as const satisfies Record<OrderAct, { verb: string; what: string }>

interface OrderActDialogProps extends Titled {
  act: OrderAct
  page: ConsoleOrderPage
  onClose: () => void
}

/** Says in numbers what an act touches, before it is done. */
export default function OrderActDialog({ title, act, page, onClose }: OrderActDialogProps) {
  const { groups, domains, mailboxes } = page.acts[act]
  const [word, setWord] = useState('')
  const [reason, setReason] = useState('')
  const [chargesNow, setChargesNow] = useState(false)
  const acting = useStaffAction({
    mutationFn: () => {
      const params = { orderId: page.order.id }
      const typed = wantsWord(domains) ? { word } : {}
      if (act === 'end') return callStaff(endConsoleOrder, { params, body: { reason, ...typed } })
      if (act === 'hold') return callStaff(holdConsoleOrder, { params, body: typed })
      return callStaff(releaseConsoleOrder, { params, body: { ...typed, ...(chargesNow && { chargesNow }) } })
    },
    onSuccess: tellAnswer(lookAtOrdersAgain),
  })
  const { verb, what } = words[act]
  const charge = page.chargeAfterRelease
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={verb}
      danger={act !== 'release'}
      onConfirm={() => acting.mutateAsync()}
    >
      {`${countOf(mailboxes, 'mailbox', 'mailboxes')} on ${countOf(domains, 'domain')} in ${countOf(groups, 'group')} ${what}`}
      {act === 'release' && <p className="mt-3 empty:hidden">{chargesNow ? charge.now : charge.inTurn}</p>}
      {act === 'release' && charge.now && (
        <Checkbox className="mt-3" checked={chargesNow} onCheckedChange={setChargesNow}>
          Charge now instead
        </Checkbox>
      )}
      {act === 'end' && (
        <Field label="Why, as the customer reads it" className="mt-3">
          <Textarea
            value={reason}
            maxLength={endReasonMax}
            rows={3}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      )}
      <TypedNumber domains={domains} value={word} onChange={setWord} />
    </ConfirmDialog>
  )
}
