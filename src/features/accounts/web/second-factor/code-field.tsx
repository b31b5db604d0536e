import type { ComponentProps } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

interface CodeFieldProps extends ComponentProps<'input'> {
  /** Another kind of code goes into the same field, which then says so. */
  isRecovery?: boolean
  error: string | undefined
}

/** The second factor: six digits of an authenticator app or, where that can be chosen, a recovery code. */
export const CodeField = ({ isRecovery = false, error, ...input }: CodeFieldProps) => (
  <Field
    label={isRecovery ? 'Recovery code' : 'Code'}
    hint={
      isRecovery
        ? 'One of the codes that you stored when you began. Each works once.'
        : 'The six digits that your authenticator app shows.'
    }
    error={error}
  >
    <Input
      {...input}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isRecovery ? 'text' : 'numeric'}
      className="font-mono"
    />
  </Field>
)
