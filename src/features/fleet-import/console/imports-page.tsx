import { useQuery } from '@tanstack/react-query'
import { numberText } from '#base/text/number-text.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { importPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { ListedImport } from '../api/console-fleet-import.ts'
import { importsQuery } from './import-queries.ts'
import { UploadCard } from './upload-card.tsx'

/** Fleets that run elsewhere today and are brought in. */
export function ImportsPage() {
  const query = useQuery(importsQuery)
  return (
    <ConsolePage
      title="Import"
      about="Bring a fleet in that runs elsewhere today, without a mailbox noticing: compare first, then adopt what matches."
    >
      <div className="grid min-w-0 gap-4 *:min-w-0">
        <UploadCard />
        <Card flush className="overflow-clip">
          <div className="px-5 py-3.5">
            <CardHeader
              title="Files"
              description="Each is forgotten 90 days after something was done with it."
            />
          </div>
          <div className="border-line border-t">
            <Loaded query={query} failed="The list of files could not be loaded.">
              {(imports) =>
                imports.length === 0 ? (
                  <EmptyState title="No file has been brought yet">
                    What you upload stands here, with how far it is.
                  </EmptyState>
                ) : (
                  <ConsoleTable
                    label="Files"
                    rows={imports}
                    keyOf={({ id }) => id}
                    hrefOf={({ id }) => importPath(id)}
                    columns={columns}
                  />
                )
              }
            </Loaded>
          </div>
        </Card>
      </div>
    </ConsolePage>
  )
}

const stateWords = { resting: '', looking: 'Being looked at', adopting: 'Being adopted' } as const

/** What is so of an import, in a word or two. */
function stateOf({ state, lookedAt, counts }: ListedImport): string {
  if (state !== 'resting') return stateWords[state]
  if (counts.domains > 0 && counts.adopted === counts.domains) return 'Adopted'
  if (counts.adopted > 0) return 'Adopted in part'
  return lookedAt === null ? 'Not looked at' : 'Looked at'
}

const columns: readonly ConsoleColumn<ListedImport>[] = [
  { id: 'file', title: 'File', cell: ({ fileName }) => fileName },
  { id: 'state', title: 'State', cell: stateOf },
  ...(['domains', 'matches', 'contradicts', 'unknown', 'adopted'] as const).map((id) => ({
    id,
    title: id.replace(/^./, (letter) => letter.toUpperCase()),
    align: 'right' as const,
    cell: ({ counts }: ListedImport) => numberText(counts[id]),
  })),
  { id: 'by', title: 'By', cell: ({ madeBy }) => madeBy },
  {
    id: 'at',
    title: 'Since',
    align: 'right',
    cell: ({ madeAt }) => <span title={momentText(madeAt)}>{clockText(madeAt)}</span>,
  },
]

export { ImportsPage as Component }
