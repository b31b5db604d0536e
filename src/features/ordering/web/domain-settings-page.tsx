import { CircleCheck } from 'lucide-react'
import { Navigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { fullName } from '#features/people/rules/person-name.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LateLines } from '#ui/late-lines.tsx'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { type OrderDraft, type SettingsStepId, settingsMessages } from '../rules/order-draft.ts'
import { BasicStep, type SettingsStepProps } from './basic-step.tsx'
import { Onward } from './onward.tsx'
import { type ChangeDraft, useOrderDraft } from './order-draft-store.ts'
import { OrderFrame } from './order-frame.tsx'
import { SelectedDomains } from './selected-domains.tsx'
import { useAllowedStep } from './use-allowed-step.ts'
import { settingsTitles, useDomainSettings } from './use-domain-settings.ts'

/** The moment between the settings and the review. */
function SettingsCompleted({ draft }: { draft: OrderDraft }) {
  return (
    <OrderFrame draft={draft} current={3} title="Configure Domain Settings" intro={null} actions={null}>
      <div role="status">
        <EmptyState icon={<CircleCheck className="text-success" />} title={settingsMessages.completed}>
          Taking you to the review…
        </EmptyState>
      </div>
    </OrderFrame>
  )
}

/** The steps that are locked at first. */
const ToolStep = latePart(async () => ({ default: (await import('./tool-step.tsx')).ToolStep }), {
  Waiting: () => <LateLines lines={6} />,
  Missing: MissingPart,
})
const UsersStep = latePart(async () => ({ default: (await import('./users-step.tsx')).UsersStep }), {
  Waiting: () => <LateLines lines={4} />,
  Missing: MissingPart,
})

const summaries: Record<SettingsStepId, (draft: OrderDraft) => string> = {
  basic: ({ forwardUrl, companyName }) =>
    [companyName, displayForwardingUrl(forwardUrl)].filter(Boolean).join(' · '),
  tool: ({ tool }) =>
    tool ? [sendingToolNames[tool.tool], tool.shown.workspace].filter(Boolean).join(' · ') : '',
  users: ({ people }) => people.map(fullName).join(', '),
}

/** Step 3 of an order. */
export function DomainSettingsPage() {
  const [draft, change] = useOrderDraft()
  const redirect = useAllowedStep(draft, '/setup-domain-settings')
  const { steps, open, setOpen, ...settings } = useDomainSettings(draft, change)
  if (redirect) return <Navigate to={redirect} replace />
  if (settings.isCompleted) return <SettingsCompleted draft={draft} />
  return (
    <OrderFrame
      draft={draft}
      current={3}
      title="Configure Domain Settings"
      intro="Where visitors of your domains are led, which tool sends, and who writes."
      actions={
        <>
          <ButtonLink to="/select-domains" variant="quiet">
            Go Back
          </ButtonLink>
          <Onward toDo={settings.toDo}>
            <Button
              variant="primary"
              unavailable={settings.toDo !== undefined && settingsMessages.completeRequired}
              onUnavailable={settings.tellMissing}
              onClick={settings.proceed}
            >
              Continue to Review
            </Button>
          </Onward>
        </>
      }
    >
      <SelectedDomains draft={draft} />
      <Accordion value={open} onValueChange={setOpen} className="mt-4">
        {steps.map(({ id, complete, locked }, index) => (
          <AccordionSection
            key={id}
            value={id}
            keepMounted
            number={index + 1}
            title={settingsTitles[id]}
            complete={complete}
            locked={locked && 'Complete the step above first.'}
            onLockedPress={settings.tellLocked}
            summary={summaries[id](draft)}
          >
            <StepForm id={id} {...settings.stepProps(id)} change={change} />
          </AccordionSection>
        ))}
      </Accordion>
      <p className="mt-4 text-muted text-secondary">
        Everything is kept in this browser: you can close it and continue later. The settings apply to{' '}
        {draft.orderCount === 1 ? 'your order' : `all ${countOf(draft.orderCount, 'order')}`}.
      </p>
    </OrderFrame>
  )
}
export { DomainSettingsPage as Component }

/** The form of a step, made again when what it starts with is changed elsewhere. */
function StepForm({ id, change, ...step }: SettingsStepProps & { id: SettingsStepId; change: ChangeDraft }) {
  const { forwardUrl, companyName, tool, profilePictureLink } = step.draft
  if (id === 'basic') return <BasicStep key={forwardUrl + companyName} {...step} />
  if (id === 'tool') return <ToolStep key={`${tool?.tool} ${tool?.connectionId}`} {...step} />
  return <UsersStep key={profilePictureLink} change={change} {...step} />
}
