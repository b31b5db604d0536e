import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { sparesLabel } from '#features/domains/rules/place-label.ts'
import { pictureProblems } from '#features/people/rules/profile-picture-link.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiError } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import type { GroupDetails } from '../../api/groups.ts'
import { orderDateText } from '../../rules/order-date.ts'
import { orderTypeLabel } from '../../rules/order-groups.ts'
import { OwedAfterEnd } from '../owed-list.tsx'
import { PayNow } from '../pay-now.tsx'
import { KeptDialog, useLeftDialog } from '../shared/kept-dialog.tsx'
import { groupQuery } from '../shared/orders-query.ts'
import { unknownOrder } from '../unknown-order.tsx'
import UnpaidNotice from '../unpaid-notice.tsx'
import { ActivityList } from './activity-list.tsx'
import { DomainItem } from './domain-item.tsx'
import ExportMailboxesDialog from './export-mailboxes-dialog.tsx'
import { HoldAlert } from './hold-alert.tsx'
import { Section, Term } from './section.tsx'
import { SendingToolDetails } from './sending-tool-details.tsx'
import { UserConfiguration } from './user-configuration.tsx'
import {
  isOwnHere,
  KeptOfDomains,
  StandingBefore,
  WaitingDomains,
  waitingDomains,
} from './waiting-domains.tsx'

const OrderEditDialog = lateDialog(() => import('../order-edit/order-edit-dialog.tsx'), {
  frame: 'medium',
  title: 'Edit Order',
})

/** Everything about one group, over the workspace. */
export default function OrderDetailsSheet({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(groupQuery(groupId))
  return (
    <Sheet open onOpenChange={(isOpen) => isOpen || onClose()} title="Order Details">
      {data ? (
        <Details group={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState title={error.message} action={<Button onClick={onClose}>Close</Button>}>
          {unknownOrder}
        </EmptyState>
      ) : error ? (
        <EmptyState
          title="These details could not be loaded"
          action={
            <Button changes={false} loading={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {failureText(error)}
        </EmptyState>
      ) : (
        <DetailsSkeleton />
      )}
    </Sheet>
  )
}

const Details = ({ group }: { group: GroupDetails }) => (
  <div className="flex flex-col gap-7 pb-2">
    <HoldAlert group={group} />
    {group.unpaid && <UnpaidNotice unpaid={group.unpaid} />}
    {group.cancelledAt && (
      <Alert
        tone="neutral"
        title={`Cancelled on ${orderDateText(group.cancelledAt)}`}
        action={<PayNow owed={group.owed} />}
      >
        {group.cancelReason}
        <OwedAfterEnd owed={group.owed} />
      </Alert>
    )}
    {group.live && group.pictureProblem && (
      <Alert tone="warning" title="The profile picture was not set">
        {pictureProblems[group.pictureProblem]} You can correct the link with “Edit order”.
      </Alert>
    )}
    <Summary group={group} />
    <Domains group={group} />
    <Section title="User Configuration">
      <UserConfiguration group={group} />
    </Section>
    <Section title="Sending Tool Details">
      <SendingToolDetails group={group} />
    </Section>
    <Section title="Activity">
      <ActivityList activity={group.activity} />
    </Section>
    {group.live && (
      <div className="border-line border-t pt-4">
        <Link
          to={`/cancel_order?${new URLSearchParams({ id: group.groupId })}`}
          className="inline-flex min-h-8 items-center rounded-control text-danger text-secondary hover:underline pointer-coarse:min-h-11"
        >
          Cancel order
        </Link>
      </div>
    )}
  </div>
)

/** What was ordered; it can be corrected as long as the order runs. */
function Summary({ group }: { group: GroupDetails }) {
  const naming = useConfig()
  const of = ['editOrder', group.groupId]
  const left = useLeftDialog()
  const [isEditing, setEditing] = useState(left.isOf(of))
  return (
    <>
      <Section
        title="Order Summary"
        action={
          group.live && (
            <Button size="small" onClick={() => setEditing(true)}>
              Edit order
            </Button>
          )
        }
      >
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Term label="Order Type">
            {orderTypeLabel(group.plan, naming)}
            {group.isReserve && <Badge className="ml-2">{sparesLabel}</Badge>}
          </Term>
          <Term label="Order Date">{orderDateText(group.date)}</Term>
          <Term label="Forwarding Domain">
            <span className="group/copy flex items-center gap-1">
              <span className="min-w-0 break-all">{group.forwardingDomain}</span>
              <CopyButton value={group.forwardingDomain} label="Copy forwarding domain" className="-my-1" />
            </span>
          </Term>
          <Term label="Organization Name">{group.companyName || '—'}</Term>
          {group.paidUntil && <Term label="Paid until">{orderDateText(group.paidUntil)}</Term>}
          {group.nextBilling && <Term label="Next billing">{orderDateText(group.nextBilling)}</Term>}
        </dl>
      </Section>
      {isEditing && (
        <KeptDialog of={of}>
          <OrderEditDialog
            group={group}
            onClose={() => {
              setEditing(false)
              left.forget()
            }}
          />
        </KeptDialog>
      )}
    </>
  )
}

/** The domains, and the export of the mailboxes that were delivered on them. */
function Domains({ group }: { group: GroupDetails }) {
  const [isExporting, setExporting] = useState(false)
  const delivered = group.domains.filter(({ inboxes }) => inboxes.made > 0).map(({ domain }) => domain)
  const waiting = waitingDomains(group)
  const pointing = group.domains.filter((domain) => isOwnHere(domain) && !waiting.includes(domain))
  const isLongList = group.domains.length > 3
  return (
    <>
      <Section
        title="Domains"
        action={
          <Button
            size="small"
            unavailable={delivered.length === 0 && 'There are no mailboxes to export yet.'}
            onClick={() => setExporting(true)}
          >
            Export mailboxes
          </Button>
        }
      >
        {waiting.length > 0 && <StandingBefore domains={waiting} />}
        {pointing.length > 0 && <KeptOfDomains domains={pointing} />}
        {waiting.length > 1 && <WaitingDomains groupId={group.groupId} domains={waiting} />}
        <ul className="divide-y divide-line rounded-card border border-line">
          {numbered(group.domains).map(({ key, domain }) => (
            <DomainItem
              key={key}
              domain={domain}
              plan={group.plan}
              isHeld={group.hold !== null}
              isOpenAtFirst={
                !isLongList &&
                ((waiting.length === 1 && domain.wanted.length > 0) ||
                  (domain.status === 'error' && domain.anotherDomain !== null))
              }
            />
          ))}
        </ul>
      </Section>
      {isExporting && <ExportMailboxesDialog domains={delivered} onClose={() => setExporting(false)} />}
    </>
  )
}

/** With a key that stays while a domain's status changes, even where a group has had the same name twice. */
function numbered(domains: GroupDetails['domains']) {
  const seen = new Map<string, number>()
  return domains.map((domain) => {
    const times = (seen.get(domain.domain) ?? 0) + 1
    seen.set(domain.domain, times)
    return { key: `${domain.domain} ${times}`, domain }
  })
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading the details" className="flex flex-col gap-7">
      <SkeletonText lines={3} />
      <div className="space-y-2">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="space-y-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  )
}
