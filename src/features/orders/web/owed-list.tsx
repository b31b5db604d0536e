import { formatUsd } from '#base/text/usd.ts'
import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { owedAfterEndTexts } from '#features/billing/rules/owed-after-end.ts'
import { owedCents, owedText } from '#features/billing/rules/owed-words.ts'
import { Alert } from '#ui/alert.tsx'
import type { GroupDetails } from '../api/groups.ts'

const Renewals = ({ owed }: { owed: readonly OwedRenewal[] }) => (
  <ul aria-label="Owed" className="mt-1 list-inside list-disc">
    {owed.map((renewal) => (
      <li key={renewal.invoiceId}>{owedText(renewal)}</li>
    ))}
  </ul>
)

/** What is owed, period by period, and what a new card is charged. */
export const OwedList = ({ owed }: { owed: readonly OwedRenewal[] }) =>
  owed.length > 0 && (
    <>
      <Renewals owed={owed} />
      <p className="mt-1">
        A new card in the Payment Portal is charged {formatUsd(owedCents(owed))} immediately.
      </p>
    </>
  )

/** What is owed of an order that has ended: no card is charged for it unasked. */
export const OwedAfterEnd = ({ owed }: { owed: readonly OwedRenewal[] }) =>
  owed.length > 0 && (
    <>
      <p className="mt-1">{owedAfterEndTexts([], owed).still}.</p>
      <Renewals owed={owed} />
    </>
  )

/** What becomes of what is owed when an order is cancelled, before it is. */
export function OwedOnceCancelled({
  owed,
  once,
}: {
  owed: readonly OwedRenewal[]
  once: NonNullable<GroupDetails['owedOnceCancelled']>
}) {
  const { givenUp, still } = owedAfterEndTexts(owed, once.owed, once.isShared)
  return (
    <Alert tone="neutral" title="What you owe once it is cancelled" className="mt-3">
      {givenUp && <p>{givenUp}</p>}
      {still && (
        <>
          <p>{still}.</p>
          <Renewals owed={once.owed} />
        </>
      )}
    </Alert>
  )
}
