import { splitDomains } from '#shared/bulk-update/account-lists.ts'
import { instantlyMessages } from '#shared/bulk-update/instantly.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { BulkUpdateFrame } from './bulk-update-frame.tsx'
import { InstantlyAccounts } from './instantly-accounts.tsx'
import { InstantlyAuthStep } from './instantly-auth-step.tsx'
import { KeptNote } from './kept-note.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { SuccessScreen } from './success-screen.tsx'
import { useInstantlyAccounts } from './use-instantly-accounts.ts'
import { useWizardSteps } from './use-wizard-steps.ts'

const successStep = 4

/** Settings for every inbox in Instantly. */
export function InstantlyBulkUpdatePage() {
  const steps = useWizardSteps()
  const { auth, kept, accounts, note, access, credentials, searchKey } = useInstantlyAccounts(() =>
    steps.complete(0),
  )
  if (steps.current === successStep)
    return (
      <BulkUpdateFrame>
        <SuccessScreen title="Instantly Bulk Update" onAgain={() => window.location.reload()}>
          Your updates have reached Instantly, and the {countOf(accounts.length, 'account')} were read back.
          Please look at an inbox or two there as well.
        </SuccessScreen>
      </BulkUpdateFrame>
    )
  return (
    <BulkUpdateFrame
      title="Update your Instantly inboxes"
      intro="Set warmup, sending limits and signatures of all your Instantly inboxes at once. This is a free courtesy tool."
    >
      <RecentJobs tool="instantly" credentials={credentials} />
      <div ref={steps.sections} className="[&_h2>button]:scroll-mt-32">
        <Accordion value={steps.open} onValueChange={steps.toggle}>
          <AccordionSection
            {...steps.section(0, '')}
            title="Authentication"
            summary={countOf(splitDomains(auth.form.domains).length, 'domain')}
          >
            <KeptNote
              kept={kept}
              failed={instantlyMessages.prefillFailed}
              text={instantlyMessages.prefilled}
            />
            <InstantlyAuthStep {...auth} />
          </AccordionSection>
          <InstantlyAccounts
            key={searchKey}
            steps={steps}
            accounts={accounts}
            note={note}
            access={access}
            userEmail={auth.form.email}
          />
        </Accordion>
      </div>
    </BulkUpdateFrame>
  )
}
export { InstantlyBulkUpdatePage as Component }
