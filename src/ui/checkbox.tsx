import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'type' | 'ref'> {
  checked: boolean | 'indeterminate'
  onCheckedChange: (checked: boolean) => void
  /** Words beside the box; without them give `aria-label`. */
  children?: ReactNode
}

/** The browser's own box to tick, as our other controls look. */
export function Checkbox({ checked, onCheckedChange, className, children, ...rest }: CheckboxProps) {
  const id = useId()
  const isPartly = checked === 'indeterminate'
  const Mark = isPartly ? Minus : Check
  const box = (
    <span className={cx('grid size-4 shrink-0', !children && className)}>
      <input
        id={id}
        {...rest}
        type="checkbox"
        ref={(input) => {
          // There is no attribute for it.
          if (input) input.indeterminate = isPartly
        }}
        checked={checked === true}
        onChange={({ target }) => onCheckedChange(target.checked)}
        onKeyDown={(event) => {
          // It would send the form around it, of which this may be a consent.
          if (event.key === 'Enter') event.preventDefault()
        }}
        className={cx(
          'peer relative col-start-1 row-start-1 size-4 appearance-none rounded-mark border border-edge bg-surface transition-colors',
          // The box is small, its target is not.
          'after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3.5',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
          'aria-invalid:border-danger disabled:opacity-50',
          // Where the system’s colours take the place of ours, the system draws it.
          'forced-colors:appearance-auto',
        )}
      />
      {checked && (
        <Mark
          aria-hidden
          className="pointer-events-none relative col-start-1 row-start-1 size-3 place-self-center stroke-3 text-on-accent peer-disabled:opacity-50 forced-colors:hidden"
        />
      )}
    </span>
  )
  if (!children) return box
  return (
    <span className={cx('flex items-start gap-2.5', className)}>
      <span className="mt-0.5 flex">{box}</span>
      <label htmlFor={rest.id ?? id}>{children}</label>
    </span>
  )
}
