import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { withBankText } from '#features/billing/rules/bank-days.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import { discardPayment } from '#features/checkout/api/payments.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { noAnswerNote } from '#ui/frame/failure-text.ts'
import { leaveFor } from '#ui/leave-for.ts'
import { clockText } from '#ui/time-texts.ts'
import { toast } from '#ui/toast.ts'
import type { UnpaidPayment } from '../api/orders.ts'
import { refetchOrders } from './shared/orders-query.ts'

const texts = {
  replace: {
    title: 'A replacement waits for payment',
    question: 'Discard this replacement?',
    consequence:
      'The payment page is closed and the new names are free for others. Your domains keep running as before.',
    discarded: 'The replacement was discarded. Nothing was charged.',
    paid: 'This replacement has just been paid, so it cannot be discarded any more.',
  },
  reinstate: {
    title: 'A reinstatement waits for payment',
    question: 'Discard this reinstatement?',
    consequence: 'The payment page is closed and the order stays cancelled. It can be reinstated again.',
    discarded: 'The reinstatement was discarded. Nothing was charged.',
    paid: 'This reinstatement has just been paid, so it cannot be discarded any more.',
  },
} as const

/** What of a group was asked for and not paid: leads to its payment page, or gives it up. */
export default function UnpaidNotice({ unpaid, className }: { unpaid: UnpaidPayment; className?: string }) {
  const { checkoutId, kind, domains, cents, url, withBank, until } = unpaid
  const [isAsking, setAsking] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const text = texts[kind]
  if (withBank)
    return (
      <Alert tone="info" title={paymentOutcomeMessages.withBank} className={className}>
        {countOf(domains, 'domain')}, {formatUsd(cents)}. {withBankText}
      </Alert>
    )
  const discard = async () => {
    const { status } = await call(discardPayment, { body: { checkoutId } }).catch((error: unknown) => {
      toast.error(error instanceof Error ? error.message : 'Please try again.', noAnswerNote(error))
      throw error
    })
    if (status === 'paid') toast.info(text.paid)
    else toast.success(text.discarded)
    void refetchOrders()
  }
  return (
    <>
      <Alert
        tone="warning"
        title={text.title}
        className={className}
        action={
          <span className="flex gap-2">
            {url && (
              <Button
                size="small"
                loading={isPaying}
                onClick={() => {
                  setPaying(true)
                  return leaveFor(url).then(() => setPaying(false))
                }}
              >
                Pay
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </span>
        }
      >
        {countOf(domains, 'domain')}, {formatUsd(cents)}. The payment page is open until {clockText(until)}.
      </Alert>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={text.question}
        confirmLabel="Discard"
        cancelLabel="Keep it"
        danger
        onConfirm={discard}
      >
        {text.consequence}
      </ConfirmDialog>
    </>
  )
}
