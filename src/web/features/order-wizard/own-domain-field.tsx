import { type FormEvent, useState } from 'react'
import { checkDomainToAdd } from '#shared/domain-entry.ts'
import { requiredOf, selectedDomains } from '#shared/order-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { refusalOfOwnDomain } from './add-own-domains.ts'
import type { OwnDomainsProps } from './own-domains.tsx'
import { withDomains } from './with-domains.ts'

/** One own name: checked here, then whether an order holds it already. */
export function OwnDomainField({ draft, platform, change }: OwnDomainsProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isChecking, setChecking] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isChecking) return
    const outcome = checkDomainToAdd(text, {
      option: 'own',
      platform,
      selected: selectedDomains(draft),
      required: requiredOf(draft)[platform],
    })
    if (!outcome.ok) return setError(outcome.problem.message)
    setChecking(true)
    const refusal = await refusalOfOwnDomain(outcome.value)
    setChecking(false)
    setError(refusal)
    if (refusal) return
    setText('')
    change((present) => withDomains(present, platform, (list) => [...new Set([...list, outcome.value])]))
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex items-start gap-2">
      <Field label="Your domain" error={error} className="grow">
        <Input
          value={text}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="example.com"
          onChange={(event) => {
            setText(event.target.value.toLowerCase())
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" loading={isChecking} className="mt-6">
        Add Domain
      </Button>
    </form>
  )
}
