import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { prepareOwnNames } from '#features/names/api/find-domains.ts'
import { type PreparedName, preparedText } from '#features/names/rules/prepared-name.ts'
import { stopsText } from '#features/names/rules/standing-records.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { NameServers } from '#ui/frame/name-servers.tsx'
import { NameServersToSet } from '#ui/frame/name-servers-to-set.tsx'
import { StandingRecords } from '#ui/frame/standing-records.tsx'
import { useStanding } from '#ui/frame/use-standing.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'

/** A change of name servers is seen after minutes at best; what is only being looked up is known in seconds. */
const againMs = 30_000
const checkingMs = 3_000

function whenAgain(results: readonly PreparedName[] | undefined): number | false {
  if (!results || results.every(({ state }) => state === 'here')) return false
  return results.some(({ state }) => state === 'checking') ? checkingMs : againMs
}

/** How far own names are whose customer says that they point here, looked at again while one waits. */
function PreparedNames({ names }: { names: readonly string[] }) {
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['prepared-names', ...names],
    queryFn: async ({ signal }) =>
      (await call(prepareOwnNames, { body: { domains: [...names] }, signal })).results,
    refetchInterval: ({ state }) => whenAgain(state.data),
    retry: false,
    meta: { quiet: true },
  })
  if (isPending) return <SkeletonText lines={3} />
  // It failed: nothing is known, and nobody is kept from continuing.
  if (!data) return null
  const here = data.filter(({ state }) => state === 'here').length
  return (
    <section aria-label="Your domains now" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="font-medium">
          {here === data.length
            ? 'All domains point here'
            : `${here} of ${countOf(data.length, 'domain')} point here`}
        </p>
        {here < data.length && (
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            Check all now
          </Button>
        )}
      </div>
      {data.some(({ state }) => state === 'proof') && (
        <p className="text-secondary">
          To prove these domains are yours, add the two name servers beside each within 48 hours. Keep the
          four above. You can remove the two once the domain is set up.
        </p>
      )}
      <NameServersToSet
        label="Domains and what is still missing"
        rows={data.map(({ domain, add, ...seen }) => ({
          domains: [domain],
          says: preparedText(seen),
          nameServers: add,
        }))}
      />
      {here < data.length && (
        <p className="text-muted text-secondary">
          You can continue and pay now. We keep checking and set each domain up once it points here.
        </p>
      )}
    </section>
  )
}

/** Where own domains have to point, and the customer's word that they do. */
export default function DnsInstructions({ draft, change }: { draft: OrderDraft; change: ChangeDraft }) {
  const selected = selectedDomains(draft)
  const names = [...selected.azure, ...selected.google]
  const isConfirmed = names.length > 0 && names.every((name) => draft.confirmedDomains.includes(name))
  const standing = useStanding(names)
  const [isAsking, setAsking] = useState(false)
  const confirm = () => change((present) => ({ ...present, confirmedDomains: names }))
  // Of the others it was asked before.
  const stops = names
    .filter((name) => !draft.confirmedDomains.includes(name))
    .flatMap((name) => standing.known.get(name) ?? [])
    .flatMap((each) => stopsText(each) ?? [])
  return (
    <div className="flex flex-col gap-4">
      <StandingRecords names={names} standing={standing} />
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>Sign in where your domains are registered.</li>
        <li>Open the name-server settings of each domain and choose custom name servers.</li>
        <li>Replace the name servers there with these four, and save.</li>
      </ol>
      <NameServers />
      <p className="text-muted text-secondary">
        Setting up usually takes 24 hours once the name servers point here. A change of name servers can take
        3-5 days to be seen everywhere. Remove DNSSEC at your registrar if it is on, or the change will not be
        seen.
      </p>
      <Button
        className="self-start"
        variant={isConfirmed ? 'quiet' : 'secondary'}
        icon={isConfirmed && <Check className="text-success" />}
        aria-pressed={isConfirmed}
        loading={standing.isLooking}
        onClick={() => (stops.length > 0 ? setAsking(true) : confirm())}
      >
        {isConfirmed ? 'Instructions Completed' : 'I have completed the instructions above'}
      </Button>
      {isAsking && (
        <LateConfirmDialog
          onClose={() => setAsking(false)}
          title="Stop current email and websites?"
          confirmLabel="Continue"
          onConfirm={confirm}
        >
          <ul className="flex flex-col gap-1">
            {stops.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </LateConfirmDialog>
      )}
      {isConfirmed && <PreparedNames names={names} />}
    </div>
  )
}
