import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { smartleadMessages, smartleadTitle } from '../rules/smartlead.ts'
import { BulkUpdateFrame } from './bulk-update-frame.tsx'
import { FoundList } from './found-list.tsx'
import { JobDialog } from './job-dialog.tsx'
import { KeptNote } from './kept-note.tsx'
import { PastUpdates, SuccessScreen } from './late-sections.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { SmartleadAccountSteps } from './smartlead-account-steps.tsx'
import { SmartleadAuthStep } from './smartlead-auth-step.tsx'
import { StartedJobsProvider, useStartedJobs } from './started-jobs.ts'
import { smartleadKeptKey, useSmartleadAccounts } from './use-smartlead-accounts.ts'
import { useWizardSteps } from './use-wizard-steps.ts'

const successStep = 4

/** Settings for every inbox in Smartlead. */
export function SmartleadBulkUpdatePage() {
  const steps = useWizardSteps()
  const started = useStartedJobs()
  const search = useSmartleadAccounts({ onFound: steps.complete, onEdited: steps.relockAfter })
  const { auth, access } = search
  const credentials = search.secret ? search.credentials : {}
  return (
    <StartedJobsProvider value={started}>
      <JobDialog tool="smartlead" credentials={credentials} />
      {steps.current === successStep ? (
        <BulkUpdateFrame>
          <SuccessScreen
            titleOf={smartleadTitle}
            jobIds={started.ids}
            note="Please check the inboxes in Smartlead: its results are not guaranteed."
            onAgain={() => window.location.reload()}
          />
        </BulkUpdateFrame>
      ) : (
        <BulkUpdateFrame
          hasSummary
          title="Update your Smartlead inboxes"
          intro="This is a courtesy tool. With a JWT token it uses Smartlead's undocumented APIs, so results are not guaranteed: please check your inboxes in Smartlead after an update."
        >
          <RecentJobs tool="smartlead" credentials={credentials} />
          <div ref={steps.sections} className="[&_h2>button]:scroll-mt-32">
            <Accordion value={steps.open} onValueChange={steps.toggle}>
              <AccordionSection
                {...steps.section(0, '')}
                title="Authentication"
                summary={access === 'apiKey' ? 'With an API key' : 'With a JWT token'}
              >
                <KeptNote
                  kept={search.kept}
                  failed={smartleadMessages.prefillFailed}
                  text="Your Smartlead credentials were filled in. They are shown masked and expire, so enter new ones if fetching fails."
                />
                {!auth.isFetching && (
                  <FoundList
                    tool="smartlead"
                    keptKey={smartleadKeptKey}
                    unavailable={search.accessProblem}
                    onContinue={search.continueWith}
                  />
                )}
                <SmartleadAuthStep {...auth} />
              </AccordionSection>
              <SmartleadAccountSteps steps={steps} search={search} />
            </Accordion>
          </div>
          <PastUpdates tool="smartlead" />
        </BulkUpdateFrame>
      )}
    </StartedJobsProvider>
  )
}
export { SmartleadBulkUpdatePage as Component }
