import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from './cx.ts'

interface FieldIds {
  id: string
  messageId: string
  labelId: string
  isInvalid: boolean
  hasMessage: boolean
}

const FieldContext = createContext<FieldIds | null>(null)

/** Ties a control to the label and message of the `Field` around it. */
export function useFieldControl() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-invalid': field.isInvalid || undefined,
    'aria-describedby': field.hasMessage ? field.messageId : undefined,
  }
}

/** The id of the label's element, for parts that point back to it. */
export const useFieldLabelId = (): string | undefined => use(FieldContext)?.labelId

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Stands where the hint stood. */
  error?: string | undefined
  /** At the right end of the label's line: a link, a counter. */
  aside?: ReactNode
  /** Labels a group of controls (radio buttons, a table of inputs) rather than a single one. */
  group?: boolean
  className?: string
  children: ReactNode
}

/**
 * A label, a control, and one line for its hint or error. The line is always there, so that an error moves
 * nothing.
 */
export function Field({ label, hint, error, aside, group = false, className, children }: FieldProps) {
  const id = useId()
  const ids = {
    id: `${id}-control`,
    messageId: `${id}-message`,
    labelId: `${id}-label`,
    isInvalid: Boolean(error),
    hasMessage: Boolean(error || hint),
  }
  const Label = group ? 'span' : 'label'
  return (
    <FieldContext value={ids}>
      <div
        className={cx('flex min-w-0 flex-col', className)}
        {...(group && { role: 'group', 'aria-labelledby': ids.labelId, 'aria-describedby': ids.messageId })}
      >
        <div className="mb-1.5 flex items-baseline justify-between gap-3">
          <Label id={ids.labelId} {...(!group && { htmlFor: ids.id })} className="font-medium text-secondary">
            {label}
          </Label>
          {aside && <span className="text-label text-muted">{aside}</span>}
        </div>
        {children}
        <p
          id={ids.messageId}
          className={cx('mt-1.5 min-h-4 text-label', error ? 'text-danger' : 'text-muted')}
          aria-live="polite"
        >
          {error || hint}
        </p>
      </div>
    </FieldContext>
  )
}
