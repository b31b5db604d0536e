import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { type AccountField, accountsSet, type Effect, type FieldChange } from '../rules/account-values.ts'

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
        <p className="text-label text-muted">{changeText(change, toolName)}</p>
      </li>
    ))}
  </ul>
)

/** "38 accounts change. Smartlead does not show what 4 of them have now." */
function changeText({ changing, unknown, alike = 0 }: FieldChange, toolName: string): string {
  const texts = []
  if (changing > 0) texts.push(`${countOf(changing, 'account')} ${changing === 1 ? 'changes' : 'change'}.`)
  if (unknown > 0) texts.push(`${toolName} does not show what ${numberText(unknown)} of them have now.`)
  if (alike > 0) texts.push(`${countOf(alike, 'account')} with the same first words.`)
  return texts.join(' ') || 'No account changes: all have it already.'
}

/** "9 of 42 accounts", or "42 accounts" where all of them are set: one number for title, text and button. */
export const accountsSetText = (effect: Effect): string => {
  const [set, all] = [accountsSet(effect), accountsSet(effect) + effect.same]
  return set === all ? countOf(all, 'account') : `${numberText(set)} of ${countOf(all, 'account')}`
}

/**
 * "12 of 42 accounts would change. 30 have all of it already and are left alone." What cannot be seen is set all the
 * same, so it counts as changed.
 */
export function effectText({ changing, same, unknown }: Effect, toolName: string): string {
  const all = changing + same + unknown
  const texts =
    unknown === all
      ? [
          `${countOf(all, 'account')} ${all === 1 ? 'is' : 'are'} set, whatever ${all === 1 ? 'it has' : 'they have'} now.`,
        ]
      : [
          `${numberText(changing)} of ${countOf(all, 'account')} would change, as far as ${toolName} shows it.`,
        ]
  if (same > 0)
    texts.push(`${numberText(same)} ${has(same)} all of it already, and no call is made for them.`)
  if (unknown > 0 && unknown < all)
    texts.push(
      `${numberText(unknown)} may have it already, and are set all the same: ${numberText(changing + unknown)} in all.`,
    )
  if (unknown > 0) texts.push(`What ${toolName} does not show cannot be put back afterwards.`)
  return texts.join(' ')
}

const has = (count: number): string => (count === 1 ? 'has' : 'have')
