import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { clockText } from '#ui/time-texts.ts'
import { toast } from '#ui/toast.ts'
import { furthestPath, selectedDomains } from '../rules/order-draft.ts'
import { readDraft } from '../rules/order-draft-storage.ts'
import { type DraftTexts, draftsOf, keepBeside, keptDrafts } from './kept-drafts.ts'
import { changed, dropOrderDraft, subscribe, switchTo } from './order-draft-store.ts'
import { openDrafts, tabDraft } from './tab-draft.ts'

/** Orders that were begun and are not this tab's. */
function useOtherDrafts() {
  const customer = useUser().email
  const { plansEnabled: plans, purchasableTlds: tlds } = useConfig()
  const stored = useSyncExternalStore(subscribe, () =>
    JSON.stringify(draftsOf(customer).filter(({ id }) => id !== tabDraft())),
  )
  return (JSON.parse(stored) as ReturnType<typeof draftsOf>)
    .map((each) => {
      const { draft } = readDraft((key) => each.texts[key] ?? null, { customer, plans, tlds })
      return { ...each, draft }
    })
    .slice(0, keptDrafts.max)
}

/** The way back to orders that were begun in other tabs, or earlier. */
export function ContinueDraft() {
  const { planNames } = useConfig()
  const navigate = useNavigate()
  const drafts = useOtherDrafts()

  const isOpenElsewhere = async (id: string) => {
    const isOpen = (await openDrafts()).has(id)
    if (isOpen) toast.info('This draft is open in another tab.', { id: 'draft-open' })
    return isOpen
  }
  const remove = async (id: string, texts: DraftTexts, editedAt: string) => {
    if (await isOpenElsewhere(id)) return
    dropOrderDraft(id)
    const undo = () => {
      keepBeside(id, texts, editedAt)
      changed()
    }
    toast.info('Draft removed.', { id: `draft-removed-${id}`, action: { label: 'Undo', onClick: undo } })
  }

  const rows = drafts.flatMap(({ id, texts, editedAt, draft }) => {
    if (!draft.plan) return []
    const { azure, google } = selectedDomains(draft)
    const name = planName(draft.plan, planNames)
    const domains = countOf(azure.length + google.length, 'domain')
    const edited = `edited ${clockText(editedAt)}`
    const label = `${name}, ${domains}, ${edited}`
    const resume = async () => {
      if (await isOpenElsewhere(id)) return
      switchTo(id)
      void navigate(furthestPath(draft))
    }
    return (
      <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
        <span className="min-w-0 wrap-anywhere">
          {name}
          {draft.isReserve && ', spares'}{' '}
          <span className="text-muted tabular-nums">
            · {domains} · {edited}
          </span>
        </span>
        <span className="flex gap-2">
          <Button size="small" aria-label={`Continue: ${label}`} onClick={() => void resume()}>
            Continue
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Remove: ${label}`}
            onClick={() => void remove(id, texts, editedAt)}
          >
            Remove
          </Button>
        </span>
      </li>
    )
  })
  if (rows.length === 0) return null
  return (
    <Card className="mb-4" aria-label="Continue a draft">
      <CardHeader
        title="Continue a draft"
        description={`Drafts stay in this browser for ${keptDrafts.days} days after your last edit. Up to ${keptDrafts.max} are kept.`}
      />
      <ul className="mt-2 divide-y divide-line">{rows}</ul>
    </Card>
  )
}
