import { useState } from 'react'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { checkNow, refundUnregistered, tryAgain } from '#features/domains/api/domains.ts'
import { allowsOwnDomains } from '#features/ordering/rules/order-draft.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { takeBackReplacement } from '#features/replacement/api/replacements.ts'
import type { ReplaceableDomain } from '#features/replacement/web/replacement-row.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { KeptDialog, useLeftDialog } from '../shared/kept-dialog.tsx'
import { refetchOrders } from '../shared/orders-query.ts'
import { EndOverlap } from './domain-overlap.tsx'
import { ReplaceRecords } from './replace-records.tsx'

const ReplaceDomainsDialog = lateDialog(
  () => import('#features/replacement/web/replace-domains-dialog.tsx'),
  {
    frame: 'wide',
    title: 'Choose Another Domain',
  },
)

const SwapMailboxDialog = lateDialog(
  () => import('#features/people/web/swap-mailbox/swap-mailbox-dialog.tsx'),
  {
    frame: 'medium',
    title: 'Swap a Mailbox',
  },
)

/** The dialog that chooses another name for this one. */
const anotherOf = (domain: string) => ['anotherDomain', domain]

/** The dialog that swaps one of its mailboxes. */
const swapOf = (domain: string) => ['swapMailbox', domain]

const canSwap = ({ status, replacementOrdered, isSpent }: DomainDetails): boolean =>
  status === 'done' && !replacementOrdered && !isSpent

type Left = ReturnType<typeof useLeftDialog>
/** A swap was left with entries, and can still be made. */
const isSwapLeft = (left: Left, domain: DomainDetails): boolean =>
  canSwap(domain) && left.isOf(swapOf(domain.domain))

/** A dialog about this domain was left with entries. */
export const isLeftOf = (left: Left, domain: DomainDetails): boolean =>
  left.isOf(anotherOf(domain.domain)) || isSwapLeft(left, domain)

/** What the customer can do about a domain. */
export function DomainActions({ domain: details, plan }: { domain: DomainDetails; plan: PlanId }) {
  const { domain, anotherDomain, refundCents, keeps, overlap, toConnect, inTheWay } = details
  const { canCheckNow, canTryAgain } = details
  // As it was when the dialog opened: the dialog outlives what it changes.
  const offered = anotherDomain ? { ...details, plan, isPaidFor: anotherDomain === 'free' } : undefined
  const left = useLeftDialog()
  const [replaceable, setReplaceable] = useState<ReplaceableDomain | undefined>(
    left.isOf(anotherOf(domain)) ? offered : undefined,
  )
  const tellAndRefetch = {
    onSuccess: ({ message }: { message: string }) => {
      toast.success(message)
      void refetchOrders()
    },
  }
  const checking = useAction({ mutationFn: () => call(checkNow, { body: { domain } }), ...tellAndRefetch })
  const trying = useAction({ mutationFn: () => call(tryAgain, { body: { domain } }), ...tellAndRefetch })
  const [isSwapping, setSwapping] = useState(isSwapLeft(left, details))
  const isOwnLikely = details.source === 'own' && details.status !== 'error' && allowsOwnDomains(plan)
  const isAnything =
    canSwap(details) ||
    canCheckNow ||
    canTryAgain ||
    anotherDomain ||
    keeps ||
    overlap ||
    inTheWay ||
    replaceable ||
    toConnect > 0
  if (!isAnything) return null
  return (
    <div className="flex flex-wrap gap-2">
      {toConnect > 0 && (
        <ButtonLink size="small" to={`/connect-mailboxes?${new URLSearchParams({ domain })}`}>
          {toConnect === 1 ? 'Connect 1 mailbox' : `Connect ${numberText(toConnect)} mailboxes`}
        </ButtonLink>
      )}
      {inTheWay && <ReplaceRecords domain={domain} records={inTheWay} />}
      {canCheckNow && (
        <Button size="small" loading={checking.isPending} onClick={() => checking.mutate()}>
          Check now
        </Button>
      )}
      {canTryAgain && (
        <Button size="small" loading={trying.isPending} onClick={() => trying.mutate()}>
          Try again
        </Button>
      )}
      {offered && (
        <Button size="small" onClick={() => setReplaceable(offered)}>
          Choose another domain
        </Button>
      )}
      {refundCents !== undefined && <Refund domain={domain} cents={refundCents} />}
      {canSwap(details) && (
        <Button size="small" onClick={() => setSwapping(true)}>
          Swap a mailbox
        </Button>
      )}
      {isSwapping && (
        <KeptDialog of={swapOf(domain)}>
          <SwapMailboxDialog
            domain={domain}
            onClose={() => {
              setSwapping(false)
              left.forget()
            }}
          />
        </KeptDialog>
      )}
      {keeps && <KeepOld domain={domain} old={keeps} isDelivered={details.status === 'done'} />}
      {overlap && <EndOverlap domain={domain} overlap={overlap} />}
      {replaceable && (
        <KeptDialog of={anotherOf(domain)}>
          <ReplaceDomainsDialog
            domains={[replaceable]}
            anotherChoice={isOwnLikely ? 'own' : 'purchase'}
            onClose={() => {
              setReplaceable(undefined)
              left.forget()
            }}
          />
        </KeptDialog>
      )}
    </div>
  )
}

/** Gives up a name that could not be registered, for what was paid for it. */
function Refund({ domain, cents }: { domain: string; cents: number }) {
  const [isAsking, setAsking] = useState(false)
  const refunding = useAction({
    mutationFn: () => call(refundUnregistered, { body: { domain } }),
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => refetchOrders(),
  })
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Refund {formatUsd(cents)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={<span className="wrap-anywhere">Refund {domain}?</span>}
        confirmLabel={`Refund ${formatUsd(cents)}`}
        onConfirm={() => refunding.mutateAsync()}
      >
        <p className="wrap-anywhere">
          We’ll refund the registration fee to the card you paid with and stop trying to register{' '}
          <span translate="no" className="text-text">
            {domain}
          </span>
          . You can choose another domain for its place later, at its registration price. The order’s monthly
          price stays the same until you cancel the order.
        </p>
      </ConfirmDialog>
    </>
  )
}

interface KeepOldProps {
  domain: string
  old: NonNullable<DomainDetails['keeps']>
  isDelivered: boolean
}

/** Takes back a name that was to replace another one, which still runs. */
function KeepOld({ domain, old, isDelivered }: KeepOldProps) {
  const [isAsking, setAsking] = useState(false)
  const keeping = useAction({
    mutationFn: () => call(takeBackReplacement, { body: { domain } }),
    onSuccess: ({ message }) => toast.success(message),
    // It may be delivered by now: then what is shown has changed.
    onSettled: () => refetchOrders(),
  })
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Keep the old one
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={<span className="wrap-anywhere">Keep {old.domain}?</span>}
        confirmLabel="Keep the old one"
        onConfirm={() => keeping.mutateAsync()}
      >
        <p className="wrap-anywhere">
          <span translate="no" className="text-text">
            {domain}
          </span>{' '}
          {isDelivered
            ? 'is taken down: its inboxes are disabled, and what was paid for its registration is not given back.'
            : 'is given up: what has been set up of it is removed.'}{' '}
          {old.isSpent ? (
            <>
              <span translate="no" className="text-text">
                {old.domain}
              </span>
              , whose place a spare took, stays in your reserve on its way out: it takes no place again, and
              mail to it arrives only until its time is over.
            </>
          ) : (
            <>
              The inboxes of{' '}
              <span translate="no" className="text-text">
                {old.domain}
              </span>{' '}
              keep running
              {old.isInFile && isDelivered ? ': what they send is yours to set.' : ' as before.'}
              {isDelivered && !old.isInFile && ' Their daily limits are set back to what they were.'}
            </>
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
