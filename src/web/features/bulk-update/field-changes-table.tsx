import type { AccountField, FieldChange } from '#shared/bulk-update/account-values.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'

interface FieldChangesTableProps {
  changes: readonly FieldChange[]
  labelOf: (field: AccountField) => string
  toolName: string
}

/** From what to what each field goes, and for how many accounts that is a change. */
export const FieldChangesTable = ({ changes, labelOf, toolName }: FieldChangesTableProps) => (
  <ul aria-label="What changes" className="divide-y divide-line rounded-control border border-line text-text">
    {changes.map((change) => (
      <li key={change.field} className="px-3 py-2">
        <p className="font-medium">{labelOf(change.field)}</p>
        <p className="break-words tabular-nums">
          {change.from} → {change.to}
        </p>
        <p className="text-label text-muted">{effectText(change, toolName)}</p>
      </li>
    ))}
  </ul>
)

/** "38 accounts change. 4 are not shown by Smartlead." */
function effectText({ changing, unknown }: FieldChange, toolName: string): string {
  const unseen = `${toolName} does not show what ${numberText(unknown)} of them have now.`
  if (changing === 0 && unknown > 0) return unseen
  const changed =
    changing === 0
      ? 'No account changes: all have it already.'
      : `${countOf(changing, 'account')} ${changing === 1 ? 'changes' : 'change'}.`
  return unknown > 0 ? `${changed} ${unseen}` : changed
}
