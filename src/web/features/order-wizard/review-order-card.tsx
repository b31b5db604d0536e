import { displayForwardingUrl } from '#shared/domains/display-forwarding-url.ts'
import { type OrderDraft, selectedDomains } from '#shared/order-draft/order-draft.ts'
import { type PlanId, platformContents, platformsOf } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { sendingToolNames } from '#shared/tools/sending-tools.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { PlatformGlyph } from '../../ui/platform-glyph.tsx'
import { usePlanLabel } from './plan-label.ts'

/** The plan, the domains and how they are set up. */
export function ReviewOrderCard({ draft }: { draft: OrderDraft & { plan: PlanId } }) {
  const label = usePlanLabel(draft.plan)
  const selected = selectedDomains(draft)
  return (
    <Card>
      <CardHeader
        title={label}
        description={`${countOf(draft.orderCount, 'order')}, ${
          draft.domainOption === 'purchase' ? 'domains registered for you' : 'domains you own'
        }`}
        actions={
          <ButtonLink to="/select-domains" variant="quiet" size="small">
            Edit<span className="sr-only"> domains</span>
          </ButtonLink>
        }
      />
      <FactList
        className="mt-2"
        facts={[
          ...platformsOf(draft.plan).map(
            (platform) =>
              [
                `${platformContents[platform].name} domains (${selected[platform].length})`,
                <ul key={platform} className="flex max-h-60 flex-col gap-1 overflow-y-auto py-1">
                  {selected[platform].map((name) => (
                    <li key={name} className="flex items-center gap-2 break-all">
                      <PlatformGlyph platform={platform} className="size-3.5" />
                      {name}
                    </li>
                  ))}
                </ul>,
              ] as const,
          ),
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
