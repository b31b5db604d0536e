import type { OwedRenewal } from '#shared/api/owed-renewal.ts'
import { owedCents, owedText } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'

/** What is owed, period by period, and what a new card is charged. */
export const OwedList = ({ owed }: { owed: readonly OwedRenewal[] }) =>
  owed.length > 0 && (
    <>
      <ul aria-label="Owed" className="mt-1 list-inside list-disc">
        {owed.map((renewal) => (
          <li key={renewal.invoiceId}>{owedText(renewal)}</li>
        ))}
      </ul>
      <p className="mt-1">
        A new card in the Payment Portal is charged {formatUsd(owedCents(owed))} immediately.
      </p>
    </>
  )
