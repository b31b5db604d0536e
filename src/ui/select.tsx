import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'
import { controlClass } from './input.tsx'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectProps<Value extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'size' | 'children'> {
  /** `''` while nothing is chosen, which shows the placeholder. */
  value?: Value | ''
  onValueChange?: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  size?: 'medium' | 'small'
}

/** One of a short list. Outside a `Field` give it an `aria-label`. */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  size = 'medium',
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <select
      {...useFieldControl()}
      {...(value !== undefined && { value })}
      onChange={(event) => onValueChange?.(event.target.value as Value)}
      {...rest}
      className={cx(
        controlClass,
        // Its words end before its arrow.
        'select-control pr-8',
        size === 'small' ? 'h-control-small text-secondary' : 'h-control',
        className,
      )}
    >
      {placeholder !== undefined && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
