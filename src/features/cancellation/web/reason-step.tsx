import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import {
  type CancelReason,
  cancelDetailsMaxLength,
  cancelOrderMessages,
  cancelReasonLabels,
  cancelReasons,
} from '../rules/cancel-order.ts'

export interface CancelAnswer {
  reason?: CancelReason
  /** In the customer's own words; only sent along with the reason Other. */
  details: string
}

interface ReasonStepProps {
  answer: CancelAnswer
  onChange: (answer: CancelAnswer) => void
  onGoBack: () => void
  onContinue: () => void
}

const titleId = 'cancel-reason'

/** Step one: why. Nothing is cancelled by it. */
export function ReasonStep({ answer, onChange, onGoBack, onContinue }: ReasonStepProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.reason) onContinue()
  }
  return (
    <Card>
      <CardHeader
        id={titleId}
        title="Why are you cancelling?"
        description="Nothing is cancelled yet: you can look at what will end on the next page."
      />
      <form onSubmit={submit} noValidate className="mt-4">
        <div role="radiogroup" aria-labelledby={titleId} className="flex flex-col gap-1">
          {cancelReasons.map((reason) => (
            <label
              key={reason}
              className="-mx-2 flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="reason"
                value={reason}
                checked={answer.reason === reason}
                onChange={() => onChange({ ...answer, reason })}
                className="size-4 shrink-0 accent-accent"
              />
              {cancelReasonLabels[reason]}
            </label>
          ))}
        </div>
        {answer.reason === 'other' && <OtherReason answer={answer} onChange={onChange} />}
        <div className="mt-5 flex justify-between gap-2">
          <Button variant="quiet" onClick={onGoBack}>
            Go Back
          </Button>
          <Button
            variant="primary"
            type="submit"
            unavailable={!answer.reason && cancelOrderMessages.noReason}
          >
            Continue
          </Button>
        </div>
      </form>
    </Card>
  )
}

const OtherReason = ({ answer, onChange }: Pick<ReasonStepProps, 'answer' | 'onChange'>) => (
  <Field
    label="What is the reason?"
    hint="Optional. It helps us to do better."
    className="mt-3"
    aside={
      answer.details.length > cancelDetailsMaxLength - 200 &&
      `${answer.details.length} of ${cancelDetailsMaxLength}`
    }
  >
    <Textarea
      value={answer.details}
      maxLength={cancelDetailsMaxLength}
      onChange={(event) => onChange({ ...answer, details: event.target.value })}
    />
  </Field>
)
