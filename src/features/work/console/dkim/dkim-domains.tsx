import { useInfiniteQuery } from '@tanstack/react-query'
import { ExternalLink, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { Select } from '#ui/select.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import { toast } from '#ui/toast.ts'
import type { DkimState } from '../../api/console-work.ts'
import { type DkimDomain, dkimStates } from '../../api/console-work.ts'
import { answersMax } from '../../rules/work-item-kinds.ts'
import { dkimQuery, sendAnswers } from '../work-queries.ts'

const dkimStateWords: Record<DkimState, { word: string; tone: StatusTone }> = {
  needed: { word: 'Key needed', tone: 'warning' },
  answered: { word: 'Being published', tone: 'info' },
  published: { word: 'In DNS: start it', tone: 'warning' },
  started: { word: 'Started', tone: 'info' },
  on: { word: 'Waiting for a message', tone: 'info' },
  seen: { word: 'DKIM is on', tone: 'success' },
}

const dkimColumns: readonly ConsoleColumn<DkimDomain>[] = [
  {
    id: 'domain',
    title: 'Domain',
    cell: ({ domain }) => (
      <span translate="no" className="font-medium wrap-anywhere">
        {domain}
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={dkimStateWords[state].tone}>{dkimStateWords[state].word}</Badge>,
  },
  {
    id: 'account',
    title: 'Google account',
    cell: ({ account }) => <span className="wrap-anywhere">{account ?? '–'}</span>,
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ customer }) => <span className="wrap-anywhere">{customer?.email ?? '–'}</span>,
  },
  {
    id: 'since',
    title: 'Since',
    cell: ({ since }) => (
      <time className="whitespace-nowrap" dateTime={since} title={momentText(since)}>
        {clockText(since)}
      </time>
    ),
  },
]

const authenticateEmail = 'https://admin.google.com/ac/apps/gmail/authenticateemail'

/** Google's page for the DKIM of a domain, opened under the account of that domain; the page asks which domain it is. */
const adminConsoleOf = (domain: string): string =>
  `https://accounts.google.com/AccountChooser?${new URLSearchParams({ hd: domain, continue: authenticateEmail })}`

const AdminConsoleLink = ({ domain }: { domain: string }) => (
  <a
    href={adminConsoleOf(domain)}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1 whitespace-nowrap text-secondary underline"
    aria-label={`Admin console for ${domain}`}
  >
    Admin console
    <ExternalLink className="size-3.5" />
  </a>
)

/** Each domain and how far its key is, looked at again and again. */
export function DkimDomains() {
  const query = useInfiniteQuery(dkimQuery)
  const [state, setState] = useAddressValue('state')
  const [selected, setSelected] = useState<Record<string, true>>({})
  return (
    <Loaded query={query} failed="The domains could not be loaded.">
      {({ pages }) => {
        const all = pages.flatMap(({ domains }) => domains)
        const rows = state ? all.filter((row) => row.state === state) : all
        const chosen = rows.filter(({ id }) => selected[id])
        return (
          <>
            <div className="flex flex-wrap items-center gap-2 border-line border-b p-3">
              <Select
                size="small"
                className="max-w-56"
                aria-label="State"
                value={dkimStates.find((one) => one === state) ?? 'all'}
                onValueChange={(next) => setState(next === 'all' ? '' : next)}
                options={[
                  { value: 'all', label: 'Every state' },
                  ...dkimStates.map((value) => ({ value, label: dkimStateWords[value].word })),
                ]}
              />
              <Started chosen={chosen} onDone={() => setSelected({})} />
            </div>
            {rows.length === 0 ? (
              <EmptyState
                icon={<KeyRound />}
                title={state ? 'No domain is in this state.' : 'No key is asked for.'}
              >
                Domains at Google come up here once they are added there.
              </EmptyState>
            ) : (
              <ConsoleTable
                label="Domains at Google"
                rows={rows}
                keyOf={({ id }) => id}
                columns={dkimColumns}
                actions={({ domain }) => <AdminConsoleLink domain={domain} />}
                selection={{
                  selected,
                  onChange: setSelected,
                  nameOf: (id) => rows.find((row) => row.id === id)?.domain ?? id,
                }}
                more={{
                  hasMore: query.hasNextPage,
                  isLoading: query.isFetchingNextPage,
                  load: () => void query.fetchNextPage(),
                }}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** What is left to say once the keys are seen in DNS: that authentication was started for them. */
function Started({ chosen, onDone }: { chosen: readonly DkimDomain[]; onDone: () => void }) {
  const ready = chosen.flatMap(({ startId }) => (startId ? [startId] : []))
  const starting = useStaffAction({
    mutationFn: () => sendAnswers(ready.map((id) => ({ id, answer: { done: 'yes' } }))),
    onSuccess: (results) => {
      const refused = results.filter(({ problem }) => problem)
      const taken = results.length - refused.length
      if (refused[0]?.problem)
        toast.error(`${countOf(refused.length, 'domain')} refused. ${refused[0].problem}`)
      if (taken > 0) toast.success(`Noted for ${countOf(taken, 'domain')}. A message is sent to see it.`)
      onDone()
    },
  })
  const unfit = chosen.length - ready.length
  const why =
    (chosen.length === 0 && 'Choose domains whose key is in DNS first.') ||
    (unfit > 0 && `Nothing can be started yet for ${unfit} of them, or it was already.`) ||
    (ready.length > answersMax && `Choose at most ${answersMax}.`)
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {chosen.length > 0 && (
        <p role="status" className="text-muted text-secondary">
          {countOf(chosen.length, 'domain')} chosen
        </p>
      )}
      <Button size="small" loading={starting.isPending} unavailable={why} onClick={() => starting.mutate()}>
        I have started authentication
      </Button>
    </div>
  )
}
