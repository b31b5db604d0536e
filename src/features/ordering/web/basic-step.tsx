import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import { Button } from '#ui/button.tsx'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { SettingsTable } from '#ui/settings-table.tsx'
import { checkCompanyName } from '../rules/company-name.ts'
import type { OrderDraft } from '../rules/order-draft.ts'
import { CompanyNameField } from './basics/company-name-field.tsx'
import { ForwardingField } from './basics/forwarding-field.tsx'
import { tabDraft } from './tab-draft.ts'

export interface SettingsStepProps {
  draft: OrderDraft
  /** Puts what was entered into the draft; the step is over. */
  onSave: (apply: (draft: OrderDraft) => OrderDraft) => void
  /** Told whether something was typed that is not saved yet. */
  onEdited: (isEdited: boolean) => void
}

/** Typed and not saved yet. */
const useBasicEntries = createEntries(
  'order-basics',
  z.object({ forwardUrl: z.string(), companyName: z.string() }),
)

/** Where the domains lead, and whom the order is for. */
export function BasicStep({ draft, onSave, onEdited }: SettingsStepProps) {
  const [typed, type] = useBasicEntries(tabDraft())
  const { forwardUrl, companyName } = typed ?? draft
  const [isTried, setTried] = useState(false)
  const url = checkForwardingUrl(forwardUrl)
  const company = checkCompanyName(companyName)
  const isEdited = forwardUrl !== draft.forwardUrl || companyName !== draft.companyName
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (url.ok && company.ok) {
      type(() => undefined)
      return onSave((present) => ({ ...present, forwardUrl: url.value, companyName: company.value }))
    }
    event.currentTarget.querySelectorAll('input')[url.ok ? 1 : 0]?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <SettingsTable>
        <ForwardingField
          label="Forwarding URL"
          hint="Anyone who opens one of your new domains is led here: usually your main website."
          error={isTried && !url.ok ? url.problem.message : undefined}
          value={forwardUrl}
          onChange={(next) => type(() => ({ forwardUrl: next, companyName }))}
          now={displayForwardingUrl(draft.forwardUrl)}
          autoComplete="url"
          placeholder="example.com"
        />
        <CompanyNameField
          label="Company/Client name"
          hint="Letters, numbers and spaces. Each order is for one client or company."
          error={isTried && !company.ok ? company.problem.message : undefined}
          value={companyName}
          onChange={(next) => type(() => ({ forwardUrl, companyName: next }))}
          now={draft.companyName}
        />
      </SettingsTable>
      <Button type="submit" className="self-start">
        Save & Continue
      </Button>
    </form>
  )
}
