import { useMemo, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Select } from '#ui/select.tsx'
import { bulkOutcomes } from '../rules/bulk-job.ts'
import {
  type AccountResult,
  type BulkJobResults,
  csvName,
  outcomeText,
  outcomeWords,
  reasonText,
  resultsCsv,
  storyText,
} from '../rules/bulk-results.ts'
import { VirtualTable } from './virtual-table.tsx'

type Shown = 'all' | 'notRestored' | (typeof bulkOutcomes)[number]

/** Every account of an update, to be filtered, searched and saved. */
export function JobResults({ results }: { results: BulkJobResults }) {
  const [shown, setShown] = useState<Shown>('all')
  const [search, setSearch] = useState('')
  const rows = useMemo(() => matching(results, shown, search), [results, shown, search])
  const counts = useMemo(() => Map.groupBy(results.accounts, ({ outcome }) => outcome), [results])
  const hasDetails = results.accounts.some(({ details }) => details)
  const notRestored = results.accounts.filter((row) => row.notRestored).length
  return (
    <section aria-label="Accounts" className="flex min-w-0 flex-col gap-3">
      <div className="grid gap-2 sm:grid-cols-[1fr_14rem_auto]">
        <Input
          type="search"
          aria-label="Search accounts"
          placeholder="Search accounts"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          aria-label="Result"
          value={shown}
          onValueChange={(value: Shown) => setShown(value)}
          options={[
            { value: 'all', label: `All results (${numberText(results.accounts.length)})` },
            ...bulkOutcomes.map((outcome) => ({
              value: outcome,
              label: `${outcomeWords[outcome]} (${numberText(counts.get(outcome)?.length ?? 0)})`,
            })),
            ...(notRestored > 0
              ? [{ value: 'notRestored' as const, label: `Not restored (${numberText(notRestored)})` }]
              : []),
          ]}
        />
        <Button onClick={() => saveFile(csvName(results), resultsCsv(results))}>Save all as CSV</Button>
      </div>
      <p role="status" className="text-muted text-secondary tabular-nums">
        {rows.length === results.accounts.length
          ? countOf(rows.length, 'account')
          : `${numberText(rows.length)} of ${countOf(results.accounts.length, 'account')}`}
      </p>
      {rows.length > 0 && (
        <VirtualTable
          label="Results by account"
          minWidth={hasDetails ? 900 : 680}
          visibleRows={9}
          rows={rows}
          keyOf={({ account }) => account}
          columns={[
            { title: 'Account', cell: ({ email, account }) => email ?? account },
            { title: 'Result', width: '11rem', cell: outcomeText },
            { title: 'What happened', width: '40%', cell: (row) => storyText(results, row) },
            ...(hasDetails ? [{ title: 'Details', width: '14rem', cell: detailsOf }] : []),
          ]}
        />
      )}
    </section>
  )
}

/** What the tool itself said, where a call failed. */
const detailsOf = ({ details }: AccountResult): string => details ?? ''

function matching({ tool, accounts }: BulkJobResults, shown: Shown, search: string): AccountResult[] {
  const wanted = search.trim().toLowerCase()
  return accounts.filter((row) => {
    if (shown === 'notRestored' ? !row.notRestored : shown !== 'all' && row.outcome !== shown) return false
    if (wanted === '') return true
    const texts = [row.account, row.email ?? '', reasonText(tool, row), row.details ?? '']
    return texts.some((text) => text.toLowerCase().includes(wanted))
  })
}
