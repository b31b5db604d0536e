import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { listOrders } from '#features/orders/api/orders.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { splitDomains } from '../rules/account-lists.ts'

export interface OwnDomainsProps {
  /** As typed, with commas or line ends between. */
  domains: string
  onChange: (domains: string) => void
}

/** Of all orders, each once. */
const ownDomainsQuery = queryOptions({
  queryKey: ['own-domains'],
  queryFn: async ({ signal }) => {
    const { orders } = await call(listOrders, { query: {}, signal })
    return [...new Set(orders.flatMap(({ domains }) => domains.map(({ domain }) => domain)))].sort()
  },
  meta: { quiet: true },
})

/** Domains of one's own orders with boxes to tick; those that were typed are ticked. */
export default function ChooseDomains({
  domains,
  onChange,
  onClose,
}: OwnDomainsProps & { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(ownDomainsQuery)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(splitDomains(domains)))
  const tick = (domain: string, isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(domain)
    else next.delete(domain)
    setTicked(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Choose from your orders"
      description="Domains that you typed and that are in none of your orders stay."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onChange([...ticked].join(', '))
              onClose()
            }}
          >
            Use {countOf(ticked.size, 'domain')}
          </Button>
        </>
      }
    >
      <OwnList
        own={data}
        isError={isError}
        onRetry={() => void refetch()}
        ticked={ticked}
        onTick={tick}
        onTickAll={(own, isTicked) =>
          setTicked(
            new Set([...[...ticked].filter((domain) => !own.includes(domain)), ...(isTicked ? own : [])]),
          )
        }
      />
    </Dialog>
  )
}

interface OwnListProps {
  /** Undefined until they are known. */
  own: readonly string[] | undefined
  isError: boolean
  onRetry: () => void
  ticked: ReadonlySet<string>
  onTick: (domain: string, isTicked: boolean) => void
  onTickAll: (own: readonly string[], isTicked: boolean) => void
}

function OwnList({ own, isError, onRetry, ticked, onTick, onTickAll }: OwnListProps) {
  if (!own)
    return isError ? (
      <Alert
        tone="danger"
        action={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Your orders could not be loaded.
      </Alert>
    ) : (
      <Skeleton className="h-40 w-full" />
    )
  if (own.length === 0)
    return <p className="text-muted">You have no orders yet. Please type the domains instead.</p>
  return (
    <>
      <div className="mb-3 flex gap-2">
        <Button size="small" onClick={() => onTickAll(own, true)}>
          Tick all
        </Button>
        <Button size="small" onClick={() => onTickAll(own, false)}>
          Untick all
        </Button>
      </div>
      <ul aria-label="Your domains" className="space-y-2">
        {own.map((domain) => (
          <li key={domain} className="break-all">
            <Checkbox checked={ticked.has(domain)} onCheckedChange={(isTicked) => onTick(domain, isTicked)}>
              {domain}
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  )
}
