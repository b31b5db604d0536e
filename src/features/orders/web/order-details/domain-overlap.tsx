import { useState } from 'react'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { endOverlap } from '#features/replacement/api/replacements.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { refetchOrders } from '../shared/orders-query.ts'

type Overlap = NonNullable<DomainDetails['overlap']>

/** Takes a replaced domain down before its time. */
export function EndOverlap({ domain, overlap }: { domain: string; overlap: Overlap }) {
  const [isAsking, setAsking] = useState(false)
  const ending = useAction({
    mutationFn: () => call(endOverlap, { body: { domain } }),
    onSuccess: ({ message }) => toast.success(message),
    // It may be over by now: then what is shown has changed.
    onSettled: () => refetchOrders(),
  })
  const hasBegun = overlap.receivesUntil !== null
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {hasBegun ? 'End the overlap now' : 'Call off the overlap'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={
          <span className="wrap-anywhere">
            {hasBegun ? 'End' : 'Call off'} the overlap of {domain}?
          </span>
        }
        confirmLabel={hasBegun ? 'End it now' : 'Call it off'}
        onConfirm={() => ending.mutateAsync()}
      >
        <p>
          {hasBegun
            ? `Its mailboxes leave the sending tool and are disabled now: replies do not arrive any more. Their mail is kept for another ${mailboxRetentionDays} days.`
            : 'It is taken down as soon as its replacement is delivered: replies do not arrive after that.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
