import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { splitDomains } from '../rules/account-lists.ts'
import { instantlyMessages } from '../rules/instantly.ts'
import { narrowingFor, scopeSummary } from '../rules/narrowing.ts'
import { BulkUpdateFrame } from './bulk-update-frame.tsx'
import { FoundList } from './found-list.tsx'
import { InstantlyAccounts } from './instantly-accounts.tsx'
import { InstantlyAuthStep } from './instantly-auth-step.tsx'
import { JobDialog } from './job-dialog.tsx'
import { KeptNote } from './kept-note.tsx'
import { PastUpdates, SuccessScreen } from './late-sections.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { StartedJobsProvider, useStartedJobs } from './started-jobs.ts'
import { instantlyKeptKey, useInstantlyAccounts } from './use-instantly-accounts.ts'
import { useWizardSteps } from './use-wizard-steps.ts'

const successStep = 4

/** Settings for every inbox in Instantly. */
export function InstantlyBulkUpdatePage() {
  const steps = useWizardSteps()
  const started = useStartedJobs()
  const search = useInstantlyAccounts({
    onFound: () => steps.complete(0),
    onEdited: () => steps.relockAfter(0),
  })
  const { auth, kept, credentials, searchKey } = search
  return (
    <StartedJobsProvider value={started}>
      <JobDialog tool="instantly" credentials={credentials} />
      {steps.current === successStep ? (
        <BulkUpdateFrame>
          <SuccessScreen
            titleOf={() => 'Instantly Bulk Update'}
            jobIds={started.ids}
            note="Please look at an inbox or two in Instantly as well."
            onAgain={() => window.location.reload()}
          />
        </BulkUpdateFrame>
      ) : (
        <BulkUpdateFrame
          hasSummary
          title="Update your Instantly inboxes"
          intro="Set warmup, sending limits and signatures of all your Instantly inboxes at once. This is a free courtesy tool."
        >
          <RecentJobs tool="instantly" credentials={credentials} />
          <div ref={steps.sections} className="[&_h2>button]:scroll-mt-32">
            <Accordion value={steps.open} onValueChange={steps.toggle}>
              <AccordionSection
                {...steps.section(0, '')}
                title="Authentication"
                summary={scopeSummary(splitDomains(auth.form.domains), narrowingFor('instantly', auth.form))}
              >
                <KeptNote
                  kept={kept}
                  failed={instantlyMessages.prefillFailed}
                  text={instantlyMessages.prefilled}
                />
                {!auth.isFetching && (
                  <FoundList
                    tool="instantly"
                    keptKey={instantlyKeptKey}
                    unavailable={search.accessProblem}
                    onContinue={search.continueWith}
                  />
                )}
                <InstantlyAuthStep {...auth} />
              </AccordionSection>
              <InstantlyAccounts key={searchKey} steps={steps} search={search} userEmail={auth.form.email} />
            </Accordion>
          </div>
          <PastUpdates tool="instantly" />
        </BulkUpdateFrame>
      )}
    </StartedJobsProvider>
  )
}
export { InstantlyBulkUpdatePage as Component }
