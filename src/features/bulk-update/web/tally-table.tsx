import { numberText } from '#base/text/number-text.ts'
import type { Tally } from '../rules/account-lists.ts'
import { VirtualTable } from './virtual-table.tsx'

interface TallyTableProps {
  title: string
  /** What the names are: "Domain". */
  of: string
  tallies: readonly Tally[]
}

/** How many accounts belong to each name. */
export function TallyTable({ title, of, tallies }: TallyTableProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <VirtualTable
        label={title}
        rows={tallies}
        keyOf={({ name }) => name}
        visibleRows={6}
        columns={[
          { title: of, cell: ({ name }) => name || 'No name' },
          {
            title: 'Accounts',
            width: '6rem',
            align: 'right',
            cell: ({ count }) => numberText(count),
          },
        ]}
      />
    </div>
  )
}
