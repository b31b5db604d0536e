import { owesText } from '#features/billing/rules/owed-words.ts'
import { sparesLabel } from '#features/domains/rules/place-label.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { platformsOfDomains } from '#features/names/rules/domain-type.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { StatusWord } from '#ui/status-badge.tsx'
import { formerLine, inboxesText, inboxProgress, orderLine } from '../rules/order-groups.ts'
import { companyNamesOf } from '../rules/order-index.ts'
import { waitsForYouText } from '../rules/order-status.ts'
import { Marked } from './marked.tsx'
import type { WorkspaceOrder } from './shared/orders-query.ts'

/** In rem, of every row: the list leaves room for what has ended as soon as one of its orders tells of it. */
export const orderRowHeight = (orders: readonly WorkspaceOrder[]): number =>
  orders.some(({ counts }) => formerLine(counts)) ? 6 : 5

/** An order in the list: where it forwards to, what it can send, how it is and how far. */
export function OrderRow({
  entry,
  search,
  isSelected,
}: {
  entry: WorkspaceOrder
  search: string
  isSelected: boolean
}) {
  const { order, groups, capacity, counts, badge, owes } = entry
  const former = formerLine(counts)
  return (
    <div
      className={cx(
        'flex h-full flex-col justify-center border-line border-b px-4',
        isSelected ? 'bg-accent-tint' : 'hover:bg-hover/60',
      )}
    >
      <div className="flex items-center gap-1.5">
        <p className="mr-auto flex min-w-0 gap-1.5">
          <span className="min-w-0 truncate font-medium">
            <Marked text={displayForwardingUrl(order.forwardingDomain)} search={search} />
            <FoundElsewhere entry={entry} search={search} />
          </span>
          {order.isReserve && <Badge>{sparesLabel}</Badge>}
          {/* Of the two this one gives way: the order is known by the other. */}
          <span className="min-w-12 shrink-[99999] truncate text-muted text-secondary leading-5">
            <Marked text={companyNamesOf(order)} search={search} />
          </span>
        </p>
        {platformsOfDomains(order.domains).map((platform) => (
          <PlatformGlyph key={platform} platform={platform} className="size-3.5" />
        ))}
      </div>
      <p className="truncate text-muted text-secondary tabular-nums" title={orderLine(capacity, counts)}>
        {orderLine(capacity, counts)}
      </p>
      {former && <p className="text-label text-muted tabular-nums">{former}</p>}
      <p className="mt-0.5 flex items-center gap-2 text-label text-muted tabular-nums">
        <StatusWord status={badge} />
        {owes && <span className="shrink-0 font-medium text-warning">{owesText}</span>}
        {groups.some((group) => group.waitsForCustomer) && (
          <span className="shrink-0 text-warning">{waitsForYouText}</span>
        )}
        {counts.total > 0 && (
          <span className="truncate">
            {inboxesText(inboxProgress(order.domains))}
            {order.domains.some(({ changing }) => changing === 'tool') && ' connected'}
          </span>
        )}
      </p>
    </div>
  )
}

/** Which domain was found, where the name of the order itself does not show why it is listed. */
function FoundElsewhere({ entry, search }: { entry: WorkspaceOrder; search: string }) {
  const wanted = search.trim().toLowerCase()
  if (wanted === '' || entry.text.includes(wanted)) return null
  const found = entry.matching
    .flatMap(({ domains }) => domains)
    .find(({ domain }) => domain.toLowerCase().includes(wanted))
  return (
    found && (
      <span className="font-normal text-muted text-secondary">
        {' · '}
        <Marked text={found.domain} search={search} />
      </span>
    )
  )
}
