import type { ReactNode } from 'react'
import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { type PlanId, type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { planLabel } from '#features/plans/rules/naming.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { domainsOfOrder, type OrderDraft, selectedDomains } from '../rules/order-draft.ts'

/** The plan, the domains and how they are set up. */
export function ReviewOrderCard({ draft }: { draft: OrderDraft & { plan: PlanId } }) {
  const label = planLabel(draft.plan, useConfig())
  return (
    <Card>
      <CardHeader
        title={label}
        description={`${countOf(draft.orderCount, 'order')}, ${
          draft.domainOption === 'purchase' ? 'domains registered for you' : 'domains you own'
        }${draft.isReserve ? ', as spares' : ''}`}
        actions={
          <ButtonLink to="/select-domains" variant="quiet" size="small">
            Edit<span className="sr-only"> domains</span>
          </ButtonLink>
        }
      />
      <FactList
        className="mt-2"
        facts={[
          ...domainFacts(draft),
          ['Organization name', draft.companyName],
          ['Forwarding domain', displayForwardingUrl(draft.forwardUrl)],
          ...(platformsOf(draft.plan).includes('google')
            ? [['Google profile picture link', draft.profilePictureLink || '—'] as const]
            : []),
          ['Sending tools', draft.tool ? sendingToolNames[draft.tool.tool] : '—'],
        ]}
      />
    </Card>
  )
}

/** The domains of each platform; of several orders, those of each order. */
function domainFacts(draft: OrderDraft & { plan: PlanId }): (readonly [string, ReactNode])[] {
  const platforms = platformsOf(draft.plan)
  if (draft.orderCount === 1) {
    const selected = selectedDomains(draft)
    return platforms.map((platform) => [
      `${platformContents[platform].name} domains (${selected[platform].length})`,
      <DomainNames key={platform} names={{ [platform]: selected[platform] }} />,
    ])
  }
  return Array.from({ length: draft.orderCount }, (_, index) => {
    const title = `Domains of order ${index + 1}`
    return [title, <DomainNames key={title} names={domainsOfOrder(draft, index)} />]
  })
}

const DomainNames = ({ names }: { names: Partial<Record<Platform, readonly string[]>> }) => (
  <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto py-1">
    {keysOf(names).flatMap((platform) =>
      (names[platform] ?? []).map((name) => (
        <li key={name} className="flex items-center gap-2 break-all">
          <PlatformGlyph platform={platform} className="size-3.5" />
          {name}
        </li>
      )),
    )}
  </ul>
)
