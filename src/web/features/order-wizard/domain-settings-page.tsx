import { useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { displayForwardingUrl } from '#shared/domains/display-forwarding-url.ts'
import {
  type OrderDraft,
  type SettingsStepId,
  settingsMessages,
  settingsSteps,
} from '#shared/order-draft/order-draft.ts'
import { fullName } from '#shared/people/person-name.ts'
import { sendingToolNames } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/toast.ts'
import { BasicStep } from './basic-step.tsx'
import { useOrderDraft } from './order-draft-store.ts'
import { OrderFrame } from './order-frame.tsx'
import { SelectedDomains } from './selected-domains.tsx'
import { SettingsCompleted } from './settings-completed.tsx'
import { ToolStep } from './tool-step.tsx'
import { useAllowedStep } from './use-allowed-step.ts'
import { UsersStep } from './users-step.tsx'

const titles: Record<SettingsStepId, string> = {
  basic: 'Basic Configuration',
  tool: 'Connect Your Email Automation Tool',
  users: 'Setup Your User Configuration',
}
const savedMessages: Record<SettingsStepId, string> = {
  basic: settingsMessages.basicSaved,
  tool: settingsMessages.toolSaved,
  users: settingsMessages.usersSaved,
}
const nextStep = { basic: 'tool', tool: 'users', users: '' } as const

/** How long the saved people are seen before the review opens, and how long the page's success is. */
const afterUsersMs = 500
const afterCompletionMs = 1500

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
  const steps = settingsSteps(draft)
  const firstOpen = steps.find(({ complete }) => !complete)
  const [open, setOpen] = useState<string>(firstOpen?.id ?? '')
  const [unsaved, setUnsaved] = useState<SettingsStepId>()
  const [isCompleted, setCompleted] = useState(false)
  const goToReview = useDelayedReview()
  if (redirect) return <Navigate to={redirect} replace />
  if (isCompleted) return <SettingsCompleted draft={draft} />

  const needs = (id: SettingsStepId) =>
    toast.error(id === 'basic' ? settingsMessages.completeBasic : settingsMessages.completeTool, {
      id: 'settings-missing',
    })
  const saved = (id: SettingsStepId) => (apply: (draft: OrderDraft) => OrderDraft) => {
    change(apply)
    setUnsaved(undefined)
    toast.success(savedMessages[id])
    setOpen(nextStep[id])
    if (id === 'users') goToReview(afterUsersMs)
  }
  const onEdited = (id: SettingsStepId) => (isEdited: boolean) =>
    setUnsaved((present) => (isEdited ? id : present === id ? undefined : present))

  const missing = steps.filter(({ complete }) => !complete).map(({ id }) => titles[id])
  const proceed = () => {
    if (unsaved) {
      setOpen(unsaved)
      return toast.error(settingsMessages.completeAll, {
        id: 'settings-missing',
        description: `Please save your changes in ${titles[unsaved]} first.`,
      })
    }
    change((present) => present)
    setCompleted(true)
    goToReview(afterCompletionMs)
  }
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
          <Button
            variant="primary"
            unavailable={missing.length > 0 && settingsMessages.completeRequired}
            onUnavailable={(reason) => {
              toast.error(reason, {
                id: 'settings-missing',
                description: `Still missing: ${missing.join(', ')}.`,
              })
              setOpen(firstOpen?.id ?? '')
            }}
            onClick={proceed}
          >
            Continue to Review
          </Button>
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
            title={titles[id]}
            complete={complete}
            locked={locked && 'Complete the step above first.'}
            onLockedPress={() => firstOpen && needs(firstOpen.id)}
            summary={summaries[id](draft)}
          >
            {id === 'basic' && (
              <BasicStep
                key={draft.forwardUrl + draft.companyName}
                draft={draft}
                onSave={saved(id)}
                onEdited={onEdited(id)}
              />
            )}
            {id === 'tool' && (
              <ToolStep
                key={`${draft.tool?.tool} ${draft.tool?.connectionId}`}
                draft={draft}
                onSave={saved(id)}
                onEdited={onEdited(id)}
              />
            )}
            {id === 'users' && (
              <UsersStep
                key={draft.profilePictureLink}
                draft={draft}
                change={change}
                onSave={saved(id)}
                onEdited={onEdited(id)}
              />
            )}
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

/** Opens the review after a moment, unless the page is left before. */
function useDelayedReview(): (delayMs: number) => void {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (delayMs: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void navigate('/review-order'), delayMs)
    },
    [navigate],
  )
}
