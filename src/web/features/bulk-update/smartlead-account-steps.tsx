import { countOf } from '#shared/text/count-of.ts'
import { AccordionSection } from '../../ui/accordion.tsx'
import { SmartleadConfirmStep } from './smartlead-confirm-step.tsx'
import { SmartleadDomainsStep } from './smartlead-domains-step.tsx'
import { SmartleadSettingsStep } from './smartlead-settings-step.tsx'
import type { SmartleadAccounts } from './use-smartlead-accounts.ts'
import type { WizardSteps } from './use-wizard-steps.ts'

interface SmartleadAccountStepsProps {
  steps: WizardSteps
  search: SmartleadAccounts
}

/** Steps 2 to 4, for the accounts that were found. */
export function SmartleadAccountSteps({ steps, search }: SmartleadAccountStepsProps) {
  const { auth, found, domains, target } = search
  return (
    <>
      <AccordionSection
        {...steps.section(1, 'Fetch your accounts first.')}
        title="Updating Domains"
        summary={countOf(domains.length, 'domain')}
      >
        <SmartleadDomainsStep
          domains={auth.form.domains}
          onChange={(text) => auth.onChange({ ...auth.form, domains: text })}
          total={found.total}
          isFetching={auth.isFetching}
          onFetch={() => search.fetchFor(1)}
          onBack={() => steps.back(1)}
        />
      </AccordionSection>
      <AccordionSection
        {...steps.section(2, 'Fetch and analyze the accounts first.')}
        title="Confirm Domain Details"
        summary={countOf(found.accounts.length, 'account')}
      >
        <SmartleadConfirmStep
          accounts={found.accounts}
          note={found.note}
          onBack={() => steps.back(2)}
          onConfirm={() => steps.complete(2)}
        />
      </AccordionSection>
      <AccordionSection {...steps.section(3, 'Confirm the domain details first.')} title="Configure Settings">
        <SmartleadSettingsStep
          key={search.searchKey}
          target={target}
          onBack={() => steps.back(3)}
          onContinue={() => steps.complete(3)}
        />
      </AccordionSection>
    </>
  )
}
