import { useQuery } from '@tanstack/react-query'
import { countOf } from '#base/text/count-of.ts'
import { prepareOwnNames } from '#features/names/api/find-domains.ts'
import { type PreparedName, preparedText } from '#features/names/rules/prepared-name.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { NameServersToSet } from '#ui/frame/name-servers-to-set.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'

/** A change of name servers is seen after minutes at best; what is only being looked up is known in seconds. */
const againMs = 30_000
const checkingMs = 3_000

function whenAgain(results: readonly PreparedName[] | undefined): number | false {
  if (!results || results.every(({ state }) => state === 'here')) return false
  return results.some(({ state }) => state === 'checking') ? checkingMs : againMs
}

/** How far own names are whose customer says that they point here, looked at again while one waits. */
export function PreparedNames({ names }: { names: readonly string[] }) {
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
