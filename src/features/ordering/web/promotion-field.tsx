import { type FormEvent, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { Input } from '#ui/input.tsx'
import type { OrderQuote } from './use-order-quote.ts'

/** A promotion code, typed or of the promotion above: checked at once, taken off the total before anything is paid. */
export function PromotionField({ appliedCode, isChecking, codeProblem, applyCode, removeCode }: OrderQuote) {
  const { banner } = useConfig()
  const [text, setText] = useState('')
  const [isEdited, setEdited] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEdited(false)
    if (text.trim() !== '') applyCode(text)
  }
  if (appliedCode)
    return (
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="flex items-center gap-2">
          Promotion code <Badge tone="success">{appliedCode}</Badge>
        </p>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setText('')
            removeCode()
          }}
        >
          Remove<span className="sr-only"> promotion code</span>
        </Button>
      </div>
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field label="Promotion code" error={isEdited ? undefined : codeProblem} className="grow basis-32">
        <Input
          value={text}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setEdited(true)
          }}
        />
      </Field>
      <Button type="submit" loading={isChecking} className="mt-6">
        Apply
      </Button>
      {banner?.code && (
        <Button
          loading={isChecking}
          className="max-sm:basis-full sm:mt-6"
          onClick={() => {
            setEdited(false)
            applyCode(banner.code ?? '')
          }}
        >
          Use code <span translate="no">{banner.code}</span>
        </Button>
      )}
    </form>
  )
}
