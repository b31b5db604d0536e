import { type FormEvent, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import { checkCompanyName } from '#features/ordering/rules/company-name.ts'
import { CompanyNameField } from '#features/ordering/web/basics/company-name-field.tsx'
import { ForwardingField } from '#features/ordering/web/basics/forwarding-field.tsx'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { Button } from '#ui/button.tsx'
import type { ReinstateForm } from '../rules/reinstate-form.ts'
import { ToolSection } from './tool-section.tsx'
import type { ReinstateWizardState } from './use-reinstate-wizard.ts'
import { UsersSection } from './users-section.tsx'

type Basic = Pick<ReinstateForm, 'forwardingDomain' | 'companyName'>

interface BasicSectionProps {
  form: Basic
  /** Whom the orders were for, where one name takes the place of several. */
  companies: readonly string[]
  onChange: (change: Partial<Basic>) => void
  onSave: () => void
}

/** Step 1: where the domains lead, and whom they are for. */
function BasicSection({ form, companies, onChange, onSave }: BasicSectionProps) {
  const [isTried, setTried] = useState(false)
  const url = checkForwardingUrl(form.forwardingDomain, 'reinstate')
  const name = checkCompanyName(form.companyName, 'reinstate')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (url.ok && name.ok) onSave()
    else event.currentTarget.querySelectorAll('input')[url.ok ? 1 : 0]?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <ForwardingField
        label="Forwarding Domain"
        hint="Anyone who opens one of these domains is led here."
        error={isTried && !url.ok ? url.problem.message : undefined}
        value={form.forwardingDomain}
        onChange={(forwardingDomain) => onChange({ forwardingDomain })}
        placeholder="example.com"
      />
      <CompanyNameField
        label="Organization Name"
        hint={companies.length > 0 && `For all of these orders. It replaces ${companies.join(', ')}.`}
        error={isTried && !name.ok ? name.problem.message : undefined}
        value={form.companyName}
        onChange={(companyName) => onChange({ companyName })}
      />
      <Button type="submit" className="self-start">
        Save Configuration
      </Button>
    </form>
  )
}

/** The steps of the form; a saved one says what was entered. */
export function ReinstateSteps({ wizard }: { wizard: ReinstateWizardState }) {
  const { steps, form, tool, platforms, editStep, saveStep } = wizard
  const { section, saved } = steps
  return (
    <Accordion value={steps.open} onValueChange={steps.setOpen}>
      <AccordionSection
        {...section('basic')}
        summary={saved.has('basic') && `${form.forwardingDomain} · ${form.companyName}`}
      >
        <BasicSection
          form={form}
          companies={wizard.companies}
          onChange={(change) => editStep('basic', change)}
          onSave={() => saveStep('basic')}
        />
      </AccordionSection>
      <AccordionSection
        {...section('users')}
        summary={saved.has('users') && countOf(form.users.length, 'user')}
      >
        <UsersSection
          form={form}
          platforms={platforms}
          standing={wizard.standing}
          onChange={(change) => editStep('users', change)}
          onSave={() => saveStep('users')}
        />
      </AccordionSection>
      <AccordionSection {...section('tool')} summary={saved.has('tool') && sendingToolNames[tool]}>
        <ToolSection
          tool={tool}
          values={wizard.toolValues}
          connection={form.connection}
          platforms={platforms}
          onChooseTool={(next) => editStep('tool', { tool: next })}
          onChange={wizard.editTool}
          onSave={() => saveStep('tool')}
        />
      </AccordionSection>
    </Accordion>
  )
}
