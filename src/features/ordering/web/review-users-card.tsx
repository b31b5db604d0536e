import { numberText } from '#base/text/number-text.ts'
import { fullName } from '#features/people/rules/person-name.ts'
import { type PlanId, type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { type InboxFigures, inboxTable } from '#features/plans/rules/inbox-split.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'

interface ReviewUsersCardProps {
  draft: OrderDraft & { plan: PlanId }
}

/** The people, and how many inboxes each of them gets. */
export function ReviewUsersCard({ draft }: ReviewUsersCardProps) {
  return (
    <Card>
      <CardHeader
        title="Users"
        actions={
          <ButtonLink to="/setup-domain-settings" variant="quiet" size="small">
            Edit<span className="sr-only"> users</span>
          </ButtonLink>
        }
      />
      <div className="mt-3 overflow-x-auto">
        <InboxTable draft={draft} />
      </div>
    </Card>
  )
}

function InboxTable({ draft }: ReviewUsersCardProps) {
  const platforms = platformsOf(draft.plan)
  const { azure, google } = selectedDomains(draft)
  const { rows, totals } = inboxTable({
    orderCount: draft.orderCount,
    domains: { azure: azure.length, google: google.length },
    people: draft.people.length,
  })
  /** On phones a name stands above its figures where there are two of them. */
  const row = cx(platforms.length > 1 && 'max-sm:grid max-sm:grid-cols-2')
  const heading = (platform: Platform) =>
    platforms.length === 1 && platform === 'google' ? 'Inboxes' : `${platformContents[platform].name} Inboxes`
  return (
    <table aria-label="Users" className="w-full text-left tabular-nums">
      <thead className="text-muted text-secondary">
        <tr className={row}>
          <th scope="col" className={cx('py-2 pr-4 font-medium', platforms.length > 1 && 'max-sm:sr-only')}>
            Full Name
          </th>
          {platforms.map((platform) => (
            <th key={platform} scope="col" className="py-2 text-right font-medium sm:pl-4">
              {heading(platform)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-y">
        {draft.people.map((person, index) => (
          <tr key={person.id} className={row}>
            <th scope="row" className="wrap-anywhere py-2 pr-4 font-normal max-sm:col-span-2 max-sm:pb-0">
              {fullName(person)}
            </th>
            {platforms.map((platform) => (
              <td key={platform} className="py-2 text-right align-top sm:pl-4">
                <Figures figures={rows[index]?.[platform]} orderCount={draft.orderCount} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={row}>
          <th scope="row" className="py-2 pr-4 font-medium max-sm:col-span-2 max-sm:pb-0">
            Total across all {draft.orderCount > 1 ? 'orders' : 'domains'}
          </th>
          {platforms.map((platform) => (
            <td key={platform} className="py-2 text-right font-medium sm:pl-4">
              {numberText(totals[platform].total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

function Figures({ figures, orderCount }: { figures: InboxFigures | undefined; orderCount: number }) {
  if (!figures) return '—'
  return (
    <>
      <span className="block">{numberText(figures.total)} in total</span>
      <span className="block text-muted text-secondary">{figures.perDomain} per domain</span>
      {orderCount > 1 && (
        <span className="block text-muted text-secondary">
          about {numberText(figures.perOrder)} per order
        </span>
      )}
    </>
  )
}
