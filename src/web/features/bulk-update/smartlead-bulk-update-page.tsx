import { smartleadMessages } from '#shared/bulk-update/smartlead.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { BulkUpdateFrame } from './bulk-update-frame.tsx'
import { KeptNote } from './kept-note.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { SmartleadAccountSteps } from './smartlead-account-steps.tsx'
import { SmartleadAuthStep } from './smartlead-auth-step.tsx'
import { SuccessScreen } from './success-screen.tsx'
import { useSmartleadAccounts } from './use-smartlead-accounts.ts'
import { useWizardSteps } from './use-wizard-steps.ts'

const successStep = 4

/** Settings for every inbox in Smartlead. */
export function SmartleadBulkUpdatePage() {
  const steps = useWizardSteps()
  const search = useSmartleadAccounts(steps.complete)
  const { access, secret, credentials, accountIds } = search.target
  if (steps.current === successStep)
    return (
      <BulkUpdateFrame>
        <SuccessScreen title="Smartlead has been bulk updated" onAgain={() => window.location.reload()}>
          {countOf(accountIds.length, 'account')} were worked on. Please check the inboxes in Smartlead: its
          results are not guaranteed.
        </SuccessScreen>
      </BulkUpdateFrame>
    )
  return (
    <BulkUpdateFrame
      title="Update your Smartlead inboxes"
      intro="This is a courtesy tool. With a JWT token it uses Smartlead's undocumented APIs, so results are not guaranteed: please check your inboxes in Smartlead after an update."
    >
      <RecentJobs tool="smartlead" credentials={secret ? credentials : {}} />
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
            <SmartleadAuthStep {...search.auth} />
          </AccordionSection>
          <SmartleadAccountSteps steps={steps} search={search} />
        </Accordion>
      </div>
    </BulkUpdateFrame>
  )
}
export { SmartleadBulkUpdatePage as Component }
