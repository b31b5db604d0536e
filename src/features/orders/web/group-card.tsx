import { changeLabels, failedChangeLabels } from '#features/domains/rules/domain-change.ts'
import { placeLabel } from '#features/domains/rules/place-label.ts'
import { platformOf } from '#features/names/rules/domain-type.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusBadge, StatusWord } from '#ui/status-badge.tsx'
import { dayText } from '#ui/time-texts.ts'
import type { OrderListItem } from '../api/orders.ts'
import { countDomains, inboxesText, inboxProgress, orderTypeLabel } from '../rules/order-groups.ts'
import { exactStatusWord } from '../rules/order-status.ts'
import { useOpenActionDialog } from './action-dialogs.tsx'
import { holdText } from './hold-texts.ts'
import { Marked } from './marked.tsx'
import type { WorkspaceGroup, WorkspaceOrder } from './shared/orders-query.ts'

const GroupTroubles = latePart(() => import('./group-troubles.tsx'), { Missing: MissingPart })
const UnpaidNotice = latePart(() => import('./unpaid-notice.tsx'), { Missing: MissingPart })

interface GroupCardProps {
  order: WorkspaceOrder['order']
  group: WorkspaceGroup
  /** Its place in the order, where the order has several groups. */
  number?: number | undefined
  search: string
  isSelected: boolean
  onToggle: () => void
  onOpen: () => void
}

/** What was bought as one: its domains and how they are. A press anywhere but on its box opens the details. */
export function GroupCard({ order, group, number, search, isSelected, onToggle, onOpen }: GroupCardProps) {
  const naming = useConfig()
  const openDialog = useOpenActionDialog()
  const type = orderTypeLabel(group.plan, naming)
  const name = number === undefined ? type : `${type} #${number}`
  const { hold, unpaid } = group.group ?? {}
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button in the heading is the way of the keyboard
    <li
      onClick={(event) => {
        const isOwnControl = event.target instanceof Element && event.target.closest('button, input, label')
        // A dialog over the card is its child for React alone.
        const isElsewhere = !(event.target instanceof Node && event.currentTarget.contains(event.target))
        const isSelecting = window.getSelection()?.isCollapsed === false
        if (!isOwnControl && !isElsewhere && !isSelecting) onOpen()
      }}
      className={cx(
        'flex min-w-0 cursor-pointer flex-col rounded-card border bg-surface transition-colors',
        isSelected ? 'border-accent' : 'border-line hover:border-edge',
      )}
    >
      <header className="flex items-center gap-3 px-4 py-3">
        <Checkbox checked={isSelected} onCheckedChange={onToggle} aria-label={`Select ${name}`} />
        <h4 className="min-w-0 grow font-medium wrap-anywhere">
          <button
            type="button"
            onClick={onOpen}
            title="Order Details"
            className="rounded-mark text-left hover:underline"
          >
            {name}
          </button>
        </h4>
        <StatusBadge status={group.badge} />
      </header>
      <ul className="border-line border-t px-4 py-1.5">
        {group.domains.map((domain) => (
          <DomainRow
            key={`${domain.domain} ${domain.status}`}
            domain={domain}
            isHeld={hold !== undefined}
            search={search}
          />
        ))}
      </ul>
      {group.domains.some(({ trouble }) => trouble) && (
        <GroupTroubles
          group={group}
          onOpen={onOpen}
          onChooseAnother={(domain) =>
            openDialog({ action: 'chooseAnother', order, groups: [{ ...group, domains: [domain] }] })
          }
          onCorrectCredentials={() => openDialog({ action: 'correctCredentials', order, groups: [group] })}
        />
      )}
      {unpaid && <UnpaidNotice unpaid={unpaid} className="mx-4 mb-3" />}
      {hold && <p className="px-4 pb-3 text-secondary text-warning">{holdText(hold)}</p>}
      <SetUpProgress group={group} />
    </li>
  )
}

interface DomainRowProps {
  domain: OrderListItem['domains'][number]
  isHeld: boolean
  search: string
}

function DomainRow({ domain, isHeld, search }: DomainRowProps) {
  const place = placeLabel(domain)
  return (
    <li
      className={cx(
        'flex min-h-8 items-center gap-x-2.5 max-sm:flex-wrap max-sm:content-center',
        (domain.receivesUntil || domain.changing) && 'flex-wrap content-center',
      )}
    >
      {/* What has no room beside the name stands below it. */}
      <span className="flex min-w-0 items-center gap-x-2.5 max-sm:grow">
        <PlatformGlyph platform={platformOf[domain.domainType]} className="size-3.5" />
        <span className="min-w-0 wrap-anywhere">
          <Marked text={domain.domain} search={search} />
        </span>
      </span>
      {place && <Badge>{place}</Badge>}
      {domain.receivesUntil && (
        <span className="order-last basis-full pb-1 pl-6 text-label text-muted">
          receives until {dayText(domain.receivesUntil)}
        </span>
      )}
      {domain.changing && (
        <span
          className={cx(
            'ml-auto shrink-0 text-label max-sm:order-last max-sm:ml-0 max-sm:basis-full max-sm:pb-1 max-sm:pl-6',
            domain.changeFailed ? 'text-danger' : 'text-muted',
          )}
        >
          {(domain.changeFailed ? failedChangeLabels : changeLabels)[domain.changing]}
        </span>
      )}
      {domain.inboxes !== undefined && (
        <span className="ml-auto shrink-0 text-label text-muted tabular-nums">
          {inboxesText(inboxProgress([domain]))}
        </span>
      )}
      <StatusWord
        status={domain.status}
        word={exactStatusWord(domain.status, isHeld)}
        className={cx('max-sm:ml-auto', !domain.changing && domain.inboxes === undefined && 'ml-auto')}
      />
    </li>
  )
}

/** How many of the mailboxes stand already, as long as some are missing. */
function SetUpProgress({ group: { badge, domains } }: { group: WorkspaceGroup }) {
  const progress = inboxProgress(domains)
  const { delivered, sold } = progress
  const isMoving = domains.some(({ changing }) => changing === 'tool')
  if (delivered >= sold || !(isMoving || badge === 'in progress' || badge === 'error')) return null
  const words = inboxesText(progress)
  return (
    <div className="mt-auto flex items-center gap-3 px-4 pb-3">
      <ProgressBar
        label={isMoving ? 'Inboxes connected' : 'Inboxes set up'}
        value={delivered}
        max={sold}
        valueText={words}
        segments={countDomains(domains).total}
        className="h-1 grow"
      />
      <span className="shrink-0 text-label text-muted tabular-nums">{words}</span>
    </div>
  )
}
