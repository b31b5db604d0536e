import type { RowSelectionState } from '@tanstack/react-table'
import { RefreshCw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mayStaff } from '#shared/access.ts'
import type { ConsoleDomain } from '#shared/api/console/domains.ts'
import { domainsPerAct } from '#shared/api/console/domains.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Loaded } from '../../app-shell/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lateDialog } from '../../ui/late-dialog.tsx'
import { domainPath } from '../operator-paths.ts'
import { ConsolePage } from '../page/console-page.tsx'
import { usePages } from '../page/use-pages.ts'
import { useStaff } from '../staff-session.ts'
import { ConsoleTable } from '../table/console-table.tsx'
import type { MoreRows } from '../table/use-visible-rows.ts'
import { domainColumns } from './domain-columns.tsx'
import { DomainFilterBar } from './domain-filters.tsx'
import { domainFiltersOf, domainsQuery } from './domain-queries.ts'

const RetryDialog = lateDialog(() => import('./retry-dialog.tsx'), {
  frame: 'question',
  title: ({ ids, looksAnew }) =>
    looksAnew
      ? `Look at ${countOf(ids.length, 'domain')} anew?`
      : `Try ${countOf(ids.length, 'domain')} again?`,
})

/** Every customer's domains: what state they are in, and why. */
export function DomainsPage() {
  const [address] = useSearchParams()
  const filters = domainFiltersOf(address)
  const { query, more } = usePages(domainsQuery(filters))
  const customerName = filters.customer ? query.data?.[0]?.customer.name : undefined
  return (
    <ConsolePage title="Domains" about="Every customer’s domains, by name.">
      <DomainFilterBar customerName={customerName} />
      <Card flush className="overflow-clip">
        <Loaded query={query} failed="The list of domains could not be loaded.">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No domain is like this">
                {Object.keys(filters).length > 0
                  ? 'Take a filter away to see more.'
                  : 'Domains stand here once an order is paid.'}
              </EmptyState>
            ) : (
              <ChoosableDomains rows={rows} more={more} />
            )
          }
        </Loaded>
      </Card>
    </ConsolePage>
  )
}

interface ChoosableDomainsProps {
  rows: readonly ConsoleDomain[]
  more: MoreRows
}

/** The list; who may mend domains chooses several and acts on them together. */
function ChoosableDomains({ rows, more }: ChoosableDomainsProps) {
  const { role } = useStaff()
  const [selected, setSelected] = useState<RowSelectionState>({})
  const [asked, setAsked] = useState<'retry' | 'look'>()
  const ids = rows.filter(({ id }) => selected[id]).map(({ id }) => id)
  const count = countOf(ids.length, 'domain')
  const tooMany = ids.length > domainsPerAct && `Please choose at most ${domainsPerAct} domains at a time.`
  const isChooser = mayStaff(role, 'domains.manage')
  return (
    <>
      {ids.length > 0 && (
        <div className="sticky top-under-bar z-10 flex flex-wrap items-center gap-2 border-line border-b bg-surface px-5 py-2">
          <p role="status" className="mr-auto font-medium text-secondary">
            {count} chosen
          </p>
          <Button size="small" icon={<RotateCw />} unavailable={tooMany} onClick={() => setAsked('retry')}>
            Try again
          </Button>
          <Button size="small" icon={<RefreshCw />} unavailable={tooMany} onClick={() => setAsked('look')}>
            Look now
          </Button>
          <Button size="small" variant="quiet" onClick={() => setSelected({})}>
            Choose none
          </Button>
        </div>
      )}
      <ConsoleTable
        label="Domains"
        rows={rows}
        keyOf={({ id }) => id}
        columns={domainColumns}
        hrefOf={({ id }) => domainPath(id)}
        more={more}
        {...(isChooser && {
          selection: {
            selected,
            onChange: setSelected,
            nameOf: (key: string) => rows.find(({ id }) => id === key)?.name ?? key,
          },
        })}
      />
      {asked && (
        <RetryDialog
          ids={ids}
          looksAnew={asked === 'look'}
          onClose={() => setAsked(undefined)}
          onDone={() => setSelected({})}
        />
      )}
    </>
  )
}

export { DomainsPage as Component }
