import { ArrowRightLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import type { ConsoleDomain } from '#features/domains/api/console-domains.ts'
import { ChoosableDomains } from '#features/domains/console/choosable-domains.tsx'
import { stateOptions } from '#features/domains/console/domain-filters.tsx'
import { domainsQuery, lookAtDomainsAgain } from '#features/domains/console/domain-queries.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { FilterSelect } from '#ui/console/page/filters.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { usePages } from '#ui/console/page/use-pages.ts'
import type { MoreRows } from '#ui/console/table/use-visible-rows.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { AccountCapacity, ConsoleAccountPage } from '../api/console-capacity.ts'
import { lookAtCapacityAgain } from './capacity-queries.ts'

const MoveDomainsDialog = lateDialog(() => import('./move-domains-dialog.tsx'), {
  frame: 'medium',
  title: ({ ids, from }) => `Move ${countOf(ids.length, 'domain')} from ${from.label}?`,
})
const MoveProgressDialog = lateDialog(() => import('./move-progress-dialog.tsx'), {
  frame: 'medium',
  title: 'Moving domains',
})

interface AccountDomainsProps extends Pick<ConsoleAccountPage, 'moves'> {
  account: AccountCapacity
}

/** What is placed at an account and what is on its way; who may move domains chooses several. */
export function AccountDomains({ account, moves }: AccountDomainsProps) {
  const [state] = useAddressValue('state')
  const { query, more } = usePages(domainsQuery({ account: account.id, ...(state && { state }) }))
  // In the address, so that a reload goes on watching.
  const [moveId, setMoveId] = useAddressValue('move')
  const close = () => {
    setMoveId('')
    // What goes on without the dialog is named here from now on.
    void lookAtCapacityAgain()
  }
  useListFollowing(moves)
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Domains placed here"
          description="Domains with nothing running at the host yet can move to another account, also those that wait for the customer’s name servers."
          actions={<FilterSelect label="State" name="state" all="All states" options={stateOptions} />}
        />
        {moves.map((move) => (
          <Alert
            key={move.id}
            tone="info"
            className="mt-3"
            action={
              <Button size="small" onClick={() => setMoveId(move.id)}>
                Watch
              </Button>
            }
          >
            {countOf(move.domains, 'domain is', 'domains are')} being placed at {move.to}:{' '}
            {numberText(move.done)} done.
          </Alert>
        ))}
      </div>
      <div className="border-line border-t">
        <Loaded query={query} failed="Its domains could not be loaded.">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={state ? 'No domain is in this state' : 'No domain is placed here'}>
                {state ? 'Choose another state to see more.' : 'New ones come while it is open.'}
              </EmptyState>
            ) : (
              <PlacedDomains rows={rows} more={more} account={account} onBegun={setMoveId} />
            )
          }
        </Loaded>
      </div>
      {moveId && <MoveProgressDialog key={moveId} moveId={moveId} onClose={close} />}
    </Card>
  )
}

/** Has the list be asked for again as domains leave, whoever moves them. */
function useListFollowing(moves: ConsoleAccountPage['moves']): void {
  const progress = moves.map(({ id, done }) => `${id} ${done}`).join()
  const seen = useRef(progress)
  useEffect(() => {
    if (seen.current === progress) return
    seen.current = progress
    void lookAtDomainsAgain()
  }, [progress])
}

interface PlacedDomainsProps {
  rows: readonly ConsoleDomain[]
  more: MoreRows
  account: AccountCapacity
  onBegun: (moveId: string) => void
}

function PlacedDomains({ rows, more, account, onBegun }: PlacedDomainsProps) {
  const [isMoving, setMoving] = useState(false)
  return (
    <ChoosableDomains
      label="Domains placed here"
      rows={rows}
      more={more}
      acts={(unavailable) => (
        <Button
          size="small"
          icon={<ArrowRightLeft />}
          unavailable={unavailable}
          onClick={() => setMoving(true)}
        >
          Move to …
        </Button>
      )}
      dialogs={(ids, chooseNone) =>
        isMoving && (
          <MoveDomainsDialog
            ids={ids}
            from={account}
            onClose={() => setMoving(false)}
            onBegun={(moveId) => {
              setMoving(false)
              chooseNone()
              onBegun(moveId)
            }}
          />
        )
      }
    />
  )
}
