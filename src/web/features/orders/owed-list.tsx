import type { GroupDetails } from '#shared/api/groups.ts'
import type { OwedRenewal } from '#shared/api/owed-renewal.ts'
import { owedAfterEndTexts } from '#shared/money/owed-after-end.ts'
import { owedCents, owedText } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { Alert } from '../../ui/alert.tsx'

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
