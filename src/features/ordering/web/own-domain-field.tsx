import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { checkDomainToAdd } from '#features/names/rules/domain-entry.ts'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { Input } from '#ui/input.tsx'
import { useOneAtATime } from '#ui/one-at-a-time.ts'
import { requiredOf, selectedDomains } from '../rules/order-draft.ts'
import { refusalOfOwnDomain } from './add-own-domains.ts'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { tabDraft } from './tab-draft.ts'
import { withDomains } from './with-domains.ts'

/** Typed and not added yet. */
const useTypedDomains = createEntries('own-domain', z.string())

/** One own name: checked here, then whether an order holds it already. */
export function OwnDomainField({ draft, platform, change }: PlatformDomainsProps) {
  const [text = '', setText] = useTypedDomains(`${platform}.${tabDraft()}`)
  const [error, setError] = useState<string>()
  /** The entered name, while another order has it. */
  const [held, setHeld] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  // A customer who has shown that it is theirs continues where they were: the way in that they took is gone.
  const input = useRef<HTMLInputElement>(null)
  const [freed, setFreed] = useState<string>()
  useEffect(() => {
    if (freed) input.current?.focus()
  }, [freed])

  const oneAtATime = useOneAtATime()
  const submit = async () => {
    const outcome = checkDomainToAdd(text, {
      option: 'own',
      platform,
      selected: selectedDomains(draft),
      required: requiredOf(draft)[platform],
    })
    if (!outcome.ok) return setError(outcome.problem.message)
    setFreed(undefined)
    setChecking(true)
    const refusal = await refusalOfOwnDomain(outcome.value)
    setChecking(false)
    setError(refusal?.message)
    setHeld(refusal?.isHeld ? outcome.value : undefined)
    if (refusal) return
    setText(() => undefined)
    change((present) => withDomains(present, platform, (list) => [...new Set([...list, outcome.value])]))
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void oneAtATime(submit)
        }}
        className="flex w-full items-start gap-2 max-sm:flex-col max-sm:items-stretch"
      >
        <Field label="Your domain" error={error} className="grow">
          <Input
            ref={input}
            value={text}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="example.com"
            onChange={(event) => {
              setText(() => event.target.value.toLowerCase())
              setError(undefined)
              setHeld(undefined)
            }}
          />
        </Field>
        <Button type="submit" loading={isChecking} className="sm:mt-6">
          Add Domain
        </Button>
      </form>
      {held && (
        <IsItYours
          domain={held}
          onYours={() => {
            setError(undefined)
            setHeld(undefined)
            setFreed(held)
          }}
        />
      )}
    </div>
  )
}
