import type { OwedRenewal } from '#shared/api/owed-renewal.ts'
import { owedCents, owedText } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'

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
      <p className="mt-1">You still owe for the time it ran. Paying does not start it again.</p>
      <Renewals owed={owed} />
    </>
  )
