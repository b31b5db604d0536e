import { formatUsd } from '#base/text/usd.ts'
import { withBankText } from '#features/billing/rules/bank-days.ts'
import { isToConfirm } from '#features/billing/rules/owed-words.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import { payForRelease } from '#features/checkout/api/payments.ts'
import { callToPay, OtherStaysOpen } from '#features/checkout/web/ending/call-to-pay.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { noAnswerNote } from '#ui/frame/failure-text.ts'
import { RoomNote } from '#ui/frame/room-note.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { leaveFor } from '#ui/leave-for.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import type { GroupDetails } from '../../api/groups.ts'
import { orderDateText } from '../../rules/order-date.ts'
import { type GroupHold, holdKeeps, holdWords, unconfirmedWords } from '../../rules/order-holds.ts'
import { askedTitle, graceText } from '../hold-texts.ts'
import { OwedList } from '../owed-list.tsx'
import { PayNow } from '../pay-now.tsx'
import { expiringText, releaseText } from '../release-texts.ts'
import { refetchOrders } from '../shared/orders-query.ts'

/** Why a group does not run, or soon will not: since when, whether it is billed, what comes next, and what helps. */
export function HoldAlert({ group }: { group: GroupDetails }) {
  const { hold, holdSince, graceUntil } = group
  const asksToConfirm = isToConfirm(group.owed)
  if (!hold)
    return (
      graceUntil && (
        <Alert tone="warning" title={askedTitle(asksToConfirm)} action={<PayNow owed={group.owed} />}>
          {graceText(graceUntil, asksToConfirm)}
          <OwedList owed={group.owed} />
        </Alert>
      )
    )
  const isUnconfirmed = hold === 'past_due' && asksToConfirm
  const { why, billing, next, nextInDetails = next } = isUnconfirmed ? unconfirmedWords : holdWords[hold]
  return (
    <>
      <Alert
        tone="warning"
        title={`On hold${holdSince ? ` since ${orderDateText(holdSince)}` : ''}`}
        action={<Help group={group} hold={hold} />}
      >
        <p>
          {why} {holdKeeps} {billing}
        </p>
        <p className="mt-1">{group.release ? nextInDetails : next}</p>
        {(hold === 'past_due' || hold === 'paused') && <OwedList owed={group.owed} />}
        {group.release && (
          <p className="mt-1">
            {group.release.isWithBank
              ? `${paymentOutcomeMessages.withBank} ${withBankText}`
              : releaseText(group.release)}
          </p>
        )}
        {group.expiring.length > 0 && <p className="mt-1">{expiringText(group.expiring)}</p>}
      </Alert>
      {group.release && <RoomNote places={group.release.places} />}
    </>
  )
}

/** What a customer can do about a hold. */
function Help({ group, hold }: { group: GroupDetails; hold: GroupHold }) {
  const { supportEmail } = useConfig()
  if (group.release)
    return group.release.isWithBank ? null : <PayAnew group={group} totalCents={group.release.totalCents} />
  // What was resumed with a card that is refused runs again once that is paid.
  if (hold !== 'operator' && (hold !== 'paused' || group.owed.length > 0)) return <PayNow owed={group.owed} />
  return (
    <a href={`mailto:${supportEmail}`} className={buttonClass('secondary', 'small')}>
      Contact support
    </a>
  )
}

/** Leads to the payment page for what is on hold. */
function PayAnew({ group, totalCents }: { group: GroupDetails; totalCents: number }) {
  const { groupId } = group
  const domains = group.domains.length
  const paying = useAction({
    mutationFn: async () => {
      const { url } = await callToPay(
        payForRelease,
        { body: { groupId, totalCents } },
        { cents: totalCents, domains },
      )
      await leaveFor(url)
    },
    meta: { quiet: true },
    onError: (error) => {
      if (error instanceof OtherStaysOpen) return
      toast.error(error instanceof Error ? error.message : 'Please try again.', noAnswerNote(error))
      // The price, or the hold itself, may be another by now.
      void refetchOrders()
    },
  })
  return (
    <Button variant="primary" size="small" loading={paying.isPending} onClick={() => paying.mutate()}>
      Pay {formatUsd(totalCents)} and resume
    </Button>
  )
}
