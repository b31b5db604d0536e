import { type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { Card } from '#ui/card.tsx'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { domainsOfOrder, type OrderDraft, selectedDomains } from '../rules/order-draft.ts'

/** The names that the settings are for, order by order, folded away when there are many. */
export function SelectedDomains({ draft }: { draft: OrderDraft }) {
  const selected = selectedDomains(draft)
  const count = selected.azure.length + selected.google.length
  return (
    <Card flush>
      <details open={count <= 6} className="group">
        <summary className="rounded-card px-4 py-3 font-medium md:px-5">Selected domains ({count})</summary>
        <div className="flex flex-col gap-3 px-4 pb-4 md:px-5">
          {draft.orderCount === 1 ? (
            <Names draft={draft} of={selected} />
          ) : (
            Array.from({ length: draft.orderCount }, (_, index) => {
              const title = `Order ${index + 1}`
              return (
                <section key={title} aria-label={`Domains of order ${index + 1}`}>
                  <p className="mb-1.5 text-label text-muted">{title}</p>
                  <div className="flex flex-col gap-1.5">
                    <Names draft={draft} of={domainsOfOrder(draft, index)} />
                  </div>
                </section>
              )
            })
          )}
        </div>
      </details>
    </Card>
  )
}

const Names = ({ draft: { plan }, of }: { draft: OrderDraft; of: Record<Platform, string[]> }) =>
  (plan ? platformsOf(plan) : []).map((platform) => (
    <ul
      key={platform}
      aria-label={`${platformContents[platform].name} domains`}
      className="flex flex-wrap gap-1.5"
    >
      {of[platform].map((name) => (
        <li
          key={name}
          className="flex items-center gap-1.5 break-all rounded-mark bg-neutral-tint px-2 py-0.5 text-secondary"
        >
          <PlatformGlyph platform={platform} className="size-3.5" />
          {name}
        </li>
      ))}
    </ul>
  ))
