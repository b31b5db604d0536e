import type { RowSelectionState } from '@tanstack/react-table'
import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#shared/access.ts'
import type { AccountCapacity } from '#shared/api/console/capacity.ts'
import { type ConsoleDomain, domainsPerAct } from '#shared/api/console/domains.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Loaded } from '../../app-shell/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lateDialog } from '../../ui/late-dialog.tsx'
import { domainColumns } from '../domains/domain-columns.tsx'
import { domainsQuery } from '../domains/domain-queries.ts'
import { domainPath } from '../operator-paths.ts'
import { useAddressValue } from '../page/use-address-value.ts'
import { usePages } from '../page/use-pages.ts'
import { useStaff } from '../staff-session.ts'
import { ConsoleTable } from '../table/console-table.tsx'
import type { MoreRows } from '../table/use-visible-rows.ts'

const MoveDomainsDialog = lateDialog(() => import('./move-domains-dialog.tsx'), {
  frame: 'medium',
  title: ({ ids, from }) => `Move ${countOf(ids.length, 'domain')} from ${from.label}?`,
})
const MoveProgressDialog = lateDialog(() => import('./move-progress-dialog.tsx'), {
  frame: 'medium',
  title: 'Moving domains',
})

/** What is placed at an account; who may move domains chooses several. */
export function AccountDomains({ account }: { account: AccountCapacity }) {
  const { query, more } = usePages(domainsQuery({ account: account.id }))
  // In the address, so that a reload goes on watching.
  const [moveId, setMoveId] = useAddressValue('move')
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Domains placed here"
          description="Those of which nothing stands at the host yet can be moved to another account."
        />
      </div>
      <div className="border-line border-t">
        <Loaded query={query} failed="Its domains could not be loaded.">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No domain is placed here">New ones come while it is open.</EmptyState>
            ) : (
              <ChoosableRows rows={rows} more={more} account={account} onBegun={setMoveId} />
            )
          }
        </Loaded>
      </div>
      {moveId && <MoveProgressDialog key={moveId} moveId={moveId} onClose={() => setMoveId('')} />}
    </Card>
  )
}

interface ChoosableRowsProps {
  rows: readonly ConsoleDomain[]
  more: MoreRows
  account: AccountCapacity
  onBegun: (moveId: string) => void
}

function ChoosableRows({ rows, more, account, onBegun }: ChoosableRowsProps) {
  const { role } = useStaff()
  const [selected, setSelected] = useState<RowSelectionState>({})
  const [isMoving, setMoving] = useState(false)
  const ids = rows.filter(({ id }) => selected[id]).map(({ id }) => id)
  return (
    <>
      {ids.length > 0 && (
        <div className="sticky top-under-bar z-10 flex flex-wrap items-center gap-2 border-line border-b bg-surface px-5 py-2">
          <p role="status" className="mr-auto font-medium text-secondary">
            {countOf(ids.length, 'domain')} chosen
          </p>
          <Button
            size="small"
            icon={<ArrowRightLeft />}
            unavailable={
              ids.length > domainsPerAct && `Please choose at most ${domainsPerAct} domains at a time.`
            }
            onClick={() => setMoving(true)}
          >
            Move to …
          </Button>
          <Button size="small" variant="quiet" onClick={() => setSelected({})}>
            Choose none
          </Button>
        </div>
      )}
      <ConsoleTable
        label="Domains placed here"
        rows={rows}
        keyOf={({ id }) => id}
        columns={domainColumns}
        hrefOf={({ id }) => domainPath(id)}
        more={more}
        {...(mayStaff(role, 'domains.manage') && {
          selection: {
            selected,
            onChange: setSelected,
            nameOf: (key: string) => rows.find(({ id }) => id === key)?.name ?? key,
          },
        })}
      />
      {isMoving && (
        <MoveDomainsDialog
          ids={ids}
          from={account}
          onClose={() => setMoving(false)}
          onBegun={(moveId) => {
            setMoving(false)
            setSelected({})
            onBegun(moveId)
          }}
        />
      )}
    </>
  )
}
