import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { checkAllNow } from '#features/domains/api/domains.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { KeepRecordsOf } from '#ui/frame/keep-records.tsx'
import { NameServersToSet } from '#ui/frame/name-servers-to-set.tsx'
import { StandingRecords } from '#ui/frame/standing-records.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { useStanding } from '#ui/frame/use-standing.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import type { GroupDetails } from '../../api/groups.ts'
import { refetchOrders } from '../shared/orders-query.ts'

export const waitingDomains = ({ domains }: GroupDetails): DomainDetails[] =>
  domains.filter(({ wanted }) => wanted.length > 0)

/** Own ones that are served or are to be. */
export const isOwnHere = ({ source, status }: DomainDetails): boolean =>
  source === 'own' && status !== 'cancelled'

/** What several own domains wait for, once for all that wait for the same; one alone says it itself. */
export function WaitingDomains({ groupId, domains }: { groupId: string; domains: DomainDetails[] }) {
  const { nameServers: ours } = useConfig()
  const checking = useAction({
    mutationFn: () => call(checkAllNow, { body: { groupId } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      void refetchOrders()
    },
  })
  const rows = [...Map.groupBy(domains, valuesOf)].map(([values, same]) => ({
    domains: same.map(({ domain }) => domain),
    says: values === ours.join(' ') ? 'Replace the name servers with' : 'Add to the name servers',
    nameServers: values.split(' '),
  }))
  return (
    <div className="mb-3 flex flex-col gap-2">
      <Alert
        tone="warning"
        title={`${countOf(domains.length, 'domain')} need name servers set at your registrar`}
        action={
          <Button size="small" loading={checking.isPending} onClick={() => checking.mutate()}>
            Check all now
          </Button>
        }
      >
        We check automatically and continue as soon as they are detected.
      </Alert>
      <NameServersToSet label="Name servers to set" rows={rows} />
    </div>
  )
}

/** What stops once their name servers are set. */
export function StandingBefore({ domains }: { domains: DomainDetails[] }) {
  const names = domains.map(({ domain }) => domain)
  return (
    <div className="mb-3 empty:hidden">
      <StandingRecords names={names} standing={useStanding(names)} />
    </div>
  )
}

/** What is kept of own domains that point here already, read once somebody asks. */
export function KeptOfDomains({ domains }: { domains: DomainDetails[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="mb-3 rounded-control border border-line text-secondary"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer content-center px-3 py-2">DNS records to keep</summary>
      {isOpen && <KeptLists names={domains.map(({ domain }) => domain)} />}
    </details>
  )
}

function KeptLists({ names }: { names: string[] }) {
  const standing = useStanding(names)
  return standing.isLooking ? (
    <Skeleton className="m-3 h-16" />
  ) : (
    <KeepRecordsOf names={names} standing={standing} />
  )
}

const valuesOf = ({ wanted }: DomainDetails): string => wanted.map(({ value }) => value).join(' ')
