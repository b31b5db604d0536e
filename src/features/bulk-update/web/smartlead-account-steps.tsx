import { useMemo } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { AccordionSection } from '#ui/accordion.tsx'
import { Button } from '#ui/button.tsx'
import { type Narrowing, narrowingFor, narrowingText, scopeSummary } from '../rules/narrowing.ts'
import type { SmartleadAccount } from '../rules/smartlead.ts'
import { BesideSteps } from './bulk-update-frame.tsx'
import { DomainsField } from './domains-field.tsx'
import { ChangeSummary, SmartleadConfirmStep } from './late-sections.tsx'
import { LoadingList } from './loading-list.tsx'
import { OwnDomains } from './own-domains.tsx'
import type { PlannedUpdate } from './planned-update.ts'
import { SmartleadSettingsStep } from './smartlead-settings-step.tsx'
import { type ChoosableAccount, useAccountChoice } from './use-account-choice.ts'
import type { useListLoading } from './use-list-loading.ts'
import { usePresentValues } from './use-present-values.ts'
import type { SmartleadAccounts } from './use-smartlead-accounts.ts'
import { useSmartleadPlans } from './use-smartlead-plans.ts'
import type { WizardSteps } from './use-wizard-steps.ts'

interface SmartleadDomainsStepProps {
  /** With commas or line ends between. */
  domains: string
  onChange: (domains: string) => void
  /** How many there are, of those that the list is narrowed to. */
  total: number
  narrowing: Narrowing | undefined
  isFetching: boolean
  /** The list that is being loaded. */
  loading: Pick<ReturnType<typeof useListLoading>, 'list' | 'isCutOff'>
  onFetch: () => void
  onBack: () => void
}

/** Step 2: the domains once more, one per line, and how many inboxes there are altogether. */
function SmartleadDomainsStep({
  domains,
  onChange,
  total,
  narrowing,
  isFetching,
  loading,
  onFetch,
  onBack,
}: SmartleadDomainsStepProps) {
  return (
    <div className="flex flex-col gap-4">
      <fieldset disabled={isFetching} className="flex min-w-0 flex-col gap-4">
        <DomainsField
          label="Domain list"
          hint="One domain per line"
          value={domains.replace(/(?:(?<! ) +)?, */g, '\n')}
          onChange={(event) => onChange(event.target.value)}
        />
        <OwnDomains domains={domains} onChange={onChange} />
      </fieldset>
      <p className="wrap-anywhere">
        {narrowing
          ? `Inboxes in Smartlead ${narrowingText(narrowing)}:`
          : 'Total number of all inboxes in Smartlead:'}{' '}
        <span className="font-medium tabular-nums">{numberText(total)}</span>
      </p>
      {loading.list && <LoadingList list={loading.list} isCutOff={loading.isCutOff} />}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button variant="primary" loading={isFetching} loadingText="Fetching Accounts..." onClick={onFetch}>
          Fetch & Analyze Accounts
        </Button>
      </div>
    </div>
  )
}

interface SmartleadAccountStepsProps {
  steps: WizardSteps
  search: SmartleadAccounts
}

/** Steps 2 to 4, for the accounts that were found. */
export function SmartleadAccountSteps({ steps, search }: SmartleadAccountStepsProps) {
  const { auth, found, domains } = search
  return (
    <>
      <AccordionSection
        {...steps.section(1, 'Fetch your accounts first.')}
        title="Updating Domains"
        summary={scopeSummary(domains, narrowingFor('smartlead', auth.form))}
      >
        <SmartleadDomainsStep
          domains={auth.form.domains}
          onChange={search.changeDomains}
          total={found.total}
          narrowing={found.narrowing}
          isFetching={auth.isFetching}
          loading={auth.loading}
          onFetch={() => search.fetchFor(1)}
          onBack={() => steps.back(1)}
        />
      </AccordionSection>
      <ChosenAccountSteps key={search.searchKey} steps={steps} search={search} />
    </>
  )
}

const settingsStep = 3

const choosable = (account: SmartleadAccount): ChoosableAccount => ({
  key: String(account.id),
  email: account.from_email,
  name: account.from_name,
  current: account.current ?? {},
})

/** Steps 3 and 4, for the accounts of one search. */
function ChosenAccountSteps({ steps, search }: SmartleadAccountStepsProps) {
  const { found } = search
  const read = useMemo(() => found.accounts.map(choosable), [found.accounts])
  const choice = useAccountChoice('smartlead', usePresentValues('smartlead', read, found.readAt))
  const { chosen } = choice
  const { access, userEmail } = search
  const entered = useSmartleadPlans({ chosen, access, pace: found.pace })
  const summaryOf = (plans: readonly PlannedUpdate[]) => (
    <ChangeSummary
      tool="smartlead"
      access={access}
      email={userEmail}
      isSignedIn={steps.current > 0}
      // What was found for entries that were edited since belongs to others.
      found={steps.current > 1 ? found.accounts.length : undefined}
      chosen={chosen.length}
      plans={plans}
    />
  )
  const target = {
    access,
    credentials: search.credentials,
    secret: search.secret,
    userEmail,
    chosen,
    fetchId: found.fetchId,
    leftOut: choice.leftOut,
    pace: found.pace,
    isOpen: steps.open === String(settingsStep),
    summaryOf,
  }
  return (
    <>
      <BesideSteps>{summaryOf(Object.values(entered.plans))}</BesideSteps>
      <AccordionSection
        {...steps.section(2, 'Fetch and analyze the accounts first.')}
        title="Confirm Domain Details"
        summary={countOf(found.accounts.length, 'account')}
      >
        <SmartleadConfirmStep
          accounts={found.accounts}
          hasDomains={found.domains.length > 0}
          note={found.note}
          choice={choice}
          onBack={() => steps.back(2)}
          onConfirm={() => steps.complete(2)}
        />
      </AccordionSection>
      <AccordionSection
        {...steps.section(settingsStep, 'Confirm the domain details first.')}
        title="Configure Settings"
        keepMounted
      >
        <SmartleadSettingsStep
          target={target}
          entered={entered}
          onBack={() => steps.back(settingsStep)}
          onContinue={() => steps.complete(settingsStep)}
        />
      </AccordionSection>
    </>
  )
}
