import { type OrderDraft, selectedDomains } from '#shared/order-draft/order-draft.ts'
import { platformContents, platformsOf } from '#shared/plans/catalog.ts'
import { Card } from '../../ui/card.tsx'
import { PlatformGlyph } from '../../ui/platform-glyph.tsx'

/** The names that the settings are for, folded away when there are many. */
export function SelectedDomains({ draft }: { draft: OrderDraft }) {
  const selected = selectedDomains(draft)
  const count = selected.azure.length + selected.google.length
  return (
    <Card flush>
      <details open={count <= 6} className="group">
        <summary className="rounded-card px-4 py-3 font-medium md:px-5">Selected domains ({count})</summary>
        <div className="flex flex-col gap-3 px-4 pb-4 md:px-5">
          {(draft.plan ? platformsOf(draft.plan) : []).map((platform) => (
            <section key={platform} aria-label={`${platformContents[platform].name} domains`}>
              <ul className="flex flex-wrap gap-1.5">
                {selected[platform].map((name) => (
                  <li
                    key={name}
                    className="flex items-center gap-1.5 break-all rounded-mark bg-neutral-tint px-2 py-0.5 text-secondary"
                  >
                    <PlatformGlyph platform={platform} className="size-3.5" />
                    {name}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </Card>
  )
}
