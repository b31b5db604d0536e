import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { SelectedDomain } from '../rules/reinstate-selection.ts'
import { readSelectedDomains, reinstateSelectionTexts } from '../rules/reinstate-selection.ts'
import { ReinstateWizard } from './reinstate-wizard.tsx'
import { SelectedDomainsCard } from './selected-domains-card.tsx'
import { namesOf } from './use-reinstate-form.ts'
import { useIsBegun } from './use-saved-steps.ts'

/** The way back for cancelled orders: which domains, then with what settings, then to pay. */
export function ReinstateOrderPage() {
  const domains = useSelectedDomains()
  const [isBegun, begin] = useIsBegun(namesOf(domains))
  if (domains.length === 0)
    return (
      <EmptyState
        title={reinstateSelectionTexts.nothing}
        action={<ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>}
      >
        {reinstateSelectionTexts.nothingHint}
      </EmptyState>
    )
  return (
    <div className="mx-auto flex max-w-column flex-col gap-4">
      <SelectedDomainsCard domains={domains} onContinue={isBegun ? undefined : begin} />
      {isBegun && <ReinstateWizard domains={domains} />}
    </div>
  )
}
export { ReinstateOrderPage as Component }

/** The domains that the page's address names, or those that another page handed over. */
function useSelectedDomains(): SelectedDomain[] {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const inAddress = query.get('domains')
  return useMemo(
    () =>
      readSelectedDomains(inAddress ?? JSON.stringify((state as HandedOver | null)?.selectedDomains ?? [])),
    [inAddress, state],
  )
}

interface HandedOver {
  selectedDomains?: unknown
}
