import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { domainTextMax, tooManyDomains } from '../rules/account-lists.ts'

interface DomainsFieldProps extends Omit<ComponentProps<typeof Textarea>, 'value'> {
  label: string
  hint: string
  /** What is wrong with the text beside its length. */
  error?: string | undefined
  value: string
}

/** Domains to search, as text: that they are too many is said at once. */
export const DomainsField = ({ label, hint, error, value, className, ...rest }: DomainsFieldProps) => (
  <Field label={label} hint={hint} error={tooManyDomains(value) ?? error}>
    <Textarea
      spellCheck={false}
      // What is wrong with a long text stands below it, and is to be seen beside its last line.
      className={cx('max-h-56', className)}
      // A page that shows a text of 16,000 lines takes long for every key. What is cut off here is too much already, and
      // is refused in words.
      maxLength={domainTextMax + 1}
      {...rest}
      value={value}
    />
  </Field>
)
