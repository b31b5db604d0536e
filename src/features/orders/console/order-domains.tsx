import { domainColumns } from '#features/domains/console/domain-columns.tsx'
import { domainsQuery } from '#features/domains/console/domain-queries.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { domainPath } from '#ui/console/operator-paths.ts'
import { usePages } from '#ui/console/page/use-pages.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'

const columns = domainColumns.filter(({ id }) => id !== 'customer')

/** The domains of one order. */
export function OrderDomains({ orderId }: { orderId: string }) {
  const { query, more } = usePages(domainsQuery({ order: orderId }))
  return (
    <Card flush className="overflow-clip">
      <div className="p-4 pb-2 md:px-5">
        <CardHeader title="Domains" />
      </div>
      <Loaded query={query} failed="The order’s domains could not be loaded.">
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-5 pb-4 text-muted">It holds no domains any more.</p>
          ) : (
            <ConsoleTable
              label="Domains"
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
              hrefOf={({ id }) => domainPath(id)}
              more={more}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
