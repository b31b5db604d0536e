import { countOf } from '#base/text/count-of.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { type AccountValues, fieldsOf, valueText } from './account-values.ts'
import { fieldLabel } from './field-label.ts'

/** As many letters as tell two updates of one kind apart. */
const longest = 120

/** What an update sets, in short: "Daily limit 33, Reply rate (%) 50"; where names differ, how many signatures. */
export function setsText(tool: BulkToolId, variants: readonly AccountValues[]): string {
  const [values = {}] = variants
  if (variants.length > 1) return countOf(variants.length, 'signature')
  const text = fieldsOf(values)
    .map((field) => `${fieldLabel(tool, field)} ${valueText(field, values[field])}`)
    .join(', ')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
