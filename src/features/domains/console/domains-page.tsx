import { RefreshCw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { usePages } from '#ui/console/page/use-pages.ts'
import type { MoreRows } from '#ui/console/table/use-visible-rows.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { ConsoleDomain } from '../api/console-domains.ts'
import { ChoosableDomains } from './choosable-domains.tsx'
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
              <EveryDomain rows={rows} more={more} />
            )
          }
        </Loaded>
      </Card>
    </ConsolePage>
  )
}

interface EveryDomainProps {
  rows: readonly ConsoleDomain[]
  more: MoreRows
}

function EveryDomain({ rows, more }: EveryDomainProps) {
  const [asked, setAsked] = useState<'retry' | 'look'>()
  return (
    <ChoosableDomains
      label="Domains"
      rows={rows}
      more={more}
      acts={(unavailable) => (
        <>
          <Button
            size="small"
            icon={<RotateCw />}
            unavailable={unavailable}
            onClick={() => setAsked('retry')}
          >
            Try again
          </Button>
          <Button
            size="small"
            icon={<RefreshCw />}
            unavailable={unavailable}
            onClick={() => setAsked('look')}
          >
            Look now
          </Button>
        </>
      )}
      dialogs={(ids, chooseNone) =>
        asked && (
          <RetryDialog
            ids={ids}
            looksAnew={asked === 'look'}
            onClose={() => setAsked(undefined)}
            onDone={chooseNone}
          />
        )
      }
    />
  )
}

export { DomainsPage as Component }
