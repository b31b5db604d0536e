import { countOf } from '#base/text/count-of.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { BasicSection } from './basic-section.tsx'
import { ToolSection } from './tool-section.tsx'
import type { ReinstateWizardState } from './use-reinstate-wizard.ts'
import { UsersSection } from './users-section.tsx'

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
