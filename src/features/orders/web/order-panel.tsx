import type { Dispatch, ReactNode, Ref, SetStateAction } from 'react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { numberText } from '#base/text/number-text.ts'
import { sparesLabel } from '#features/domains/rules/place-label.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { toast } from '#ui/toast.ts'
import {
  askableActionLabels,
  askedActionProblem,
  askedGroups,
  readAskedAction,
  withoutAskedAction,
} from '../rules/asked-action.ts'
import { actionProblem } from '../rules/order-actions.ts'
import { lastUpdatedText } from '../rules/order-date.ts'
import { isFiltered, type OrderFilters, orderListTexts } from '../rules/order-filters.ts'
import { capacityText, formerDomainTexts } from '../rules/order-groups.ts'
import {
  type CardSelection,
  selectAllLabel,
  selectedGroups,
  selectedLabel,
  toggleAllCards,
  toggleCard,
  viewOf,
} from '../rules/order-selection.ts'
import { GroupCard } from './group-card.tsx'
import { Marked } from './marked.tsx'
import { OrderToolbar } from './order-toolbar.tsx'
import type { WorkspaceOrder } from './shared/orders-query.ts'
import { useStartAction } from './use-start-action.ts'

/**
 * Begins the action that the address asks for, with those groups of the shown order for which it is possible. The
 * question leaves the address first, so that neither reloading nor Back begins it again.
 */
function useAskedAction({ order, groups }: Pick<WorkspaceOrder, 'order' | 'groups'>): void {
  const [query, setQuery] = useSearchParams()
  const start = useStartAction()
  const { planNames } = useConfig()
  const asked = query.get('order') === order.orderId ? readAskedAction(query) : undefined
  const begin = useRef(() => {})
  begin.current = () => {
    if (!asked) return
    setQuery(withoutAskedAction, { replace: true })
    const problem = askedActionProblem(asked, groups, planNames)
    if (problem) toast.error(problem)
    else start(asked, order, askedGroups(asked, groups))
  }
  useEffect(() => {
    if (asked) begin.current()
  }, [asked])
}

const OrderOverview = latePart(() => import('./order-overview/order-overview.tsx'), { Missing: MissingPart })

interface PanelContentProps {
  entry: WorkspaceOrder
  filters: OrderFilters
  selection: CardSelection
  onSelect: Dispatch<SetStateAction<CardSelection>>
  onOpenDetails: (groupId: string) => void
}

interface OrderPanelProps extends Omit<PanelContentProps, 'entry'> {
  /** None while nothing is listed. */
  entry: WorkspaceOrder | undefined
  /** What is listed is not known yet. */
  isWaiting: boolean
  className?: string
  ref?: Ref<HTMLElement>
}

/** The chosen order: what it amounts to, what can be done with it, its groups. */
export function OrderPanel({ entry, isWaiting, className, ref, ...content }: OrderPanelProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={entry ? displayForwardingUrl(entry.order.forwardingDomain) : 'Order'}
      className={cx('@container min-w-0 outline-none', className)}
    >
      {entry ? (
        <PanelContent entry={entry} {...content} />
      ) : (
        <p className="grid min-h-48 place-items-center px-4 py-10 text-center text-muted">
          {isWaiting
            ? null
            : isFiltered(content.filters)
              ? orderListTexts.noMatchingGroups
              : orderListTexts.noSelection}
        </p>
      )}
    </section>
  )
}

function PanelContent({ entry, filters, selection, onSelect, onOpenDetails }: PanelContentProps) {
  const startAction = useStartAction()
  const { planNames } = useConfig()
  useAskedAction(entry)
  const { order, matching, counts, capacity, groups } = entry
  const view = viewOf(filters, order.orderId)
  const selected = selectedGroups(selection, view, matching)
  const name = displayForwardingUrl(order.forwardingDomain)
  const isAll = selected.length === matching.length
  return (
    <div className="split:p-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-44">
          <h3
            title={name}
            className="text-card-title split:truncate max-split:wrap-anywhere max-split:line-clamp-3"
          >
            <Marked text={name} search={filters.search} />
          </h3>
          <p className="text-muted text-secondary">
            {order.isReserve && <Badge className="mr-2">{sparesLabel}</Badge>}
            Last updated: {lastUpdatedText(order.lastUpdated)}
          </p>
        </div>
        <OrderToolbar
          order={order}
          groups={matching}
          selected={selected}
          onSelect={(chosen) => onSelect({ view, groupIds: new Set(chosen.map(({ groupId }) => groupId)) })}
        />
      </header>
      <dl className="mt-4 grid grid-cols-2 divide-x divide-line rounded-card border border-line">
        <Stat label="Total Domains" value={numberText(counts.total)}>
          {[`Active Domains: ${numberText(counts.active)}`, ...formerDomainTexts(counts)].join(' · ')}
        </Stat>
        <Stat label="Monthly Capacity" value={numberText(capacity)}>
          {capacityText(capacity).replace(/^\S+ /, '')}
        </Stat>
      </dl>
      <div className="mt-5 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-card-title">Associated Domains</h3>
        <div className="flex flex-wrap items-center gap-x-4 text-secondary">
          {selected.length > 0 && (
            <Button
              variant="quiet"
              size="small"
              unavailable={actionProblem('updateForwarding', selected, planNames) ?? false}
              onClick={() => startAction('exportMailboxes', order, selected)}
            >
              {askableActionLabels.exportMailboxes}
            </Button>
          )}
          <span className="text-muted tabular-nums" aria-live="polite">
            {selectedLabel(selected.length)}
          </span>
          <Checkbox
            checked={isAll ? true : selected.length > 0 ? 'indeterminate' : false}
            onCheckedChange={() => onSelect((before) => toggleAllCards(before, view, matching))}
          >
            {selectAllLabel(matching.length)}
          </Checkbox>
        </div>
      </div>
      <ul aria-label="Associated Domains" className="grid gap-3 @min-[46rem]:grid-cols-2">
        {matching.map((group) => (
          <GroupCard
            key={group.groupId}
            order={order}
            group={group}
            number={groups.length > 1 ? group.group?.orderIndex : undefined}
            search={filters.search}
            isSelected={selected.includes(group)}
            onToggle={() => onSelect((before) => toggleCard(before, view, group.groupId))}
            onOpen={() => onOpenDetails(group.groupId)}
          />
        ))}
      </ul>
      <OrderOverview orderId={order.orderId} />
    </div>
  )
}

function Stat({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="px-3 py-3 sm:px-4">
      <dt className="text-muted text-secondary">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
        <span className="text-page-title tabular-nums">{value}</span>
        <span className="text-muted text-secondary tabular-nums">{children}</span>
      </dd>
    </div>
  )
}
