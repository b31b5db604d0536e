import { useState } from 'react'
import { Link } from 'react-router'
import { reinstatementProblem } from '#shared/orders/order-actions.ts'
import { sendingToolNames } from '#shared/plans/catalog.ts'
import {
  checkBasicConfiguration,
  checkReinstateForm,
  checkUserConfiguration,
  reinstateMessages,
  reinstateSteps,
} from '#shared/reinstatement/reinstate-form.ts'
import { reinstatePrice } from '#shared/reinstatement/reinstate-price.ts'
import type { SelectedDomain } from '#shared/reinstatement/reinstate-selection.ts'
import { orderCards, selectedPlatforms } from '#shared/reinstatement/reinstate-selection.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { BasicSection } from './basic-section.tsx'
import { HeldNames } from './held-names.tsx'
import { ReinstatePrice } from './reinstate-price.tsx'
import { ToolSection } from './tool-section.tsx'
import { useReinstateForm } from './use-reinstate-form.ts'
import { useReinstatement } from './use-reinstatement.ts'
import { UsersSection } from './users-section.tsx'

const stepIds = ['basic', 'users', 'tool'] as const
type StepId = (typeof stepIds)[number]

/** Three steps, each of which opens once the one before is saved; then the payment. */
export function ReinstateWizard({ domains }: { domains: readonly SelectedDomain[] }) {
  const platforms = selectedPlatforms(domains)
  const { form, tool, toolValues, edit, editTool, ...prefill } = useReinstateForm(domains)
  const { phase, problem, held, offered, confirm, fail, dismiss } = useReinstatement(domains)
  const [open, setOpen] = useState<StepId | ''>('basic')
  const [saved, setSaved] = useState<ReadonlySet<StepId>>(new Set())
  const [reached, setReached] = useState(0)

  const unavailable = reinstatementProblem(domains)
  if (unavailable)
    return (
      <Alert
        action={
          <ButtonLink to="/dashboard" size="small">
            Return to Dashboard
          </ButtonLink>
        }
      >
        {unavailable}
      </Alert>
    )
  if (prefill.isLoading)
    return (
      <Card role="status" aria-label="Loading the settings of these orders">
        <SkeletonText lines={5} />
      </Card>
    )

  /** What was saved has to be saved again once it is edited. */
  const edited = (step: StepId) => {
    dismiss()
    setSaved((before) => new Set([...before].filter((each) => each !== step)))
  }
  const save = (step: StepId) => {
    const next = stepIds.indexOf(step) + 1
    setSaved((before) => new Set([...before, step]))
    setReached((before) => Math.max(before, Math.min(next, stepIds.length - 1)))
    setOpen(stepIds[next] ?? '')
  }
  /** The whole form, in the order of the steps; a problem opens the step it belongs to, and is told once. */
  const checkAll = () => {
    const outcome = checkReinstateForm(form, platforms)
    if (outcome.ok) return outcome.value
    const isBasicWrong = !checkBasicConfiguration(form).ok
    const isUsersWrong = !checkUserConfiguration(form, platforms).ok
    setOpen(isBasicWrong ? 'basic' : isUsersWrong ? 'users' : 'tool')
    // The sending tool's fields say themselves what is wrong with them.
    if (isBasicWrong || isUsersWrong) fail(outcome.problem.message)
    else dismiss()
    return undefined
  }
  const isValid = stepIds.every((step) => saved.has(step))
  const section = (index: number) => ({
    value: stepIds[index]!,
    title: reinstateSteps[index],
    number: index + 1,
    complete: saved.has(stepIds[index]!),
    locked: index > reached && `Save ${reinstateSteps[index - 1]} first.`,
  })
  const isBusy = phase !== 'idle'
  const price = offered ?? reinstatePrice(orderCards(domains).length, prefill.costAgain ?? [])
  return (
    <>
      {prefill.isFailed && (
        <Alert
          tone="warning"
          title={reinstateMessages.prefillFailed}
          action={
            <Button size="small" loading={prefill.isRetrying} onClick={prefill.retry}>
              Retry
            </Button>
          }
        >
          The fields are empty: fill them in, or try again to get the settings these orders had.
        </Alert>
      )}
      <Accordion value={open} onValueChange={(value) => setOpen(value as StepId | '')}>
        <AccordionSection
          {...section(0)}
          summary={saved.has('basic') && `${form.forwardingDomain} · ${form.organizationName}`}
        >
          <BasicSection
            form={form}
            onChange={(change) => {
              edit(change)
              edited('basic')
            }}
            onSave={() => save('basic')}
          />
        </AccordionSection>
        <AccordionSection {...section(1)} summary={saved.has('users') && countOf(form.users.length, 'user')}>
          <UsersSection
            form={form}
            platforms={platforms}
            onChange={(change) => {
              edit(change)
              edited('users')
            }}
            onSave={() => save('users')}
          />
        </AccordionSection>
        <AccordionSection {...section(2)} summary={saved.has('tool') && sendingToolNames[tool]}>
          <ToolSection
            tool={tool}
            values={toolValues}
            connection={form.connection}
            platforms={platforms}
            onChooseTool={(next) => {
              edit({ tool: next })
              edited('tool')
            }}
            onChange={(name, value) => {
              editTool(name, value)
              edited('tool')
            }}
            onSave={() => {
              if (checkAll()) save('tool')
            }}
          />
        </AccordionSection>
      </Accordion>
      <div className="flex flex-col gap-3">
        {problem && <HeldNames key={problem} problem={problem} held={held ?? []} />}
        {phase === 'reinstated' && <Alert tone="success">{reinstateMessages.reinstated}</Alert>}
        <ReinstatePrice price={price} isKnown={Boolean(offered ?? prefill.costAgain)} />
        <div className="flex items-center justify-end gap-2">
          <Link
            to="/dashboard"
            className="inline-flex h-control items-center rounded-control px-3.5 font-medium hover:bg-hover"
          >
            Cancel
          </Link>
          <Button
            variant="primary"
            loading={isBusy}
            loadingText="Processing..."
            unavailable={!isValid && 'Please save all three steps first.'}
            onClick={() => {
              const details = checkAll()
              if (details) confirm(details, price)
            }}
          >
            Confirm Reinstatement
          </Button>
        </div>
      </div>
    </>
  )
}
