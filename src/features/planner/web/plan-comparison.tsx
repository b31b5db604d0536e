import '#ui/block-table.css'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { ownUnavailable } from '#features/ordering/rules/order-draft.ts'
import { type PlanId, plans, platformsOf } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { domainCount, hasReserve, mailboxCount, type PlannedOrders } from '../rules/plan-volume.ts'
import { whyRecommended } from '../rules/why-recommended.ts'

interface PlanComparisonProps {
  /** What costs least a month first. */
  found: readonly PlannedOrders[]
  shown: PlanId
  isOwn: boolean
  onShow: (plan: PlanId) => void
}

/** Every plan that reaches what is wanted, side by side, and why the first is recommended. */
export function PlanComparison({ found, shown, isOwn, onShow }: PlanComparisonProps) {
  const { planNames, plansEnabled } = useConfig()
  const left = isOwn ? plansEnabled.filter((plan) => !plans[plan].ownDomains) : []
  return (
    <Card flush className="overflow-clip">
      <div className="p-4 pb-3 md:px-5">
        <CardHeader
          title="Plans that reach it"
          description={[whyRecommended(found, planNames), found.some(hasReserve) && withReserve]
            .filter(Boolean)
            .join(' ')}
        />
      </div>
      <table aria-label="Plans that reach it" className="block-table w-full text-left">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {['Orders', 'Domains', 'Mailboxes', 'A month', 'Due now', 'First year'].map((title) => (
              <th key={title} scope="col" className="lg:text-right">
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {found.map((planned, index) => (
            <PlanRow
              key={planned.plan}
              planned={planned}
              isRecommended={index === 0}
              isShown={planned.plan === shown}
              onShow={() => onShow(planned.plan)}
            />
          ))}
        </tbody>
      </table>
      {left.map((plan) => (
        <p key={plan} className="border-line border-t px-4 py-3 text-muted text-secondary md:px-5">
          {ownUnavailable(plan, planNames)}
        </p>
      ))}
    </Card>
  )
}

const withReserve = 'Orders, domains, mailboxes and prices are with the reserve.'

interface PlanRowProps {
  planned: PlannedOrders
  isRecommended: boolean
  isShown: boolean
  onShow: () => void
}

function PlanRow({ planned, isRecommended, isShown, onShow }: PlanRowProps) {
  const name = planName(planned.plan, useConfig().planNames)
  return (
    <tr className={cx(isShown && 'bg-accent-tint')}>
      <th scope="row" className="font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {platformsOf(planned.plan).map((platform) => (
            <PlatformGlyph key={platform} platform={platform} />
          ))}
          {isRecommended && <Badge tone="success">Recommended</Badge>}
        </span>
      </th>
      <LabelledCell label="Orders" align="right">
        {numberText(planned.allOrders)}
      </LabelledCell>
      <LabelledCell label="Domains" align="right">
        {numberText(domainCount(planned))}
      </LabelledCell>
      <LabelledCell label="Mailboxes" align="right">
        {numberText(mailboxCount(planned))}
      </LabelledCell>
      <LabelledCell label="A month" align="right">
        <span className="font-medium">{formatUsd(planned.cost.monthlyCents)}</span>
      </LabelledCell>
      <LabelledCell label="Due now" align="right">
        {formatUsd(planned.cost.totalCents)}
      </LabelledCell>
      <LabelledCell label="First year" align="right">
        {formatUsd(planned.year.firstCents)}
      </LabelledCell>
      <td>
        <Button size="small" onClick={onShow}>
          {isShown ? 'Shown' : 'Show'}
          <span className="sr-only"> {name}</span>
        </Button>
      </td>
    </tr>
  )
}
