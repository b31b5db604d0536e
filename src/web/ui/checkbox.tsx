import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface CheckboxProps extends Omit<ComponentProps<typeof Radix.Root>, 'onCheckedChange' | 'children'> {
  checked: boolean | 'indeterminate'
  onCheckedChange: (checked: boolean) => void
  /** Words beside the box; without them give `aria-label`. */
  children?: ReactNode
}

export function Checkbox({ checked, onCheckedChange, className, children, ...rest }: CheckboxProps) {
  const id = useId()
  const box = (
    <Radix.Root
      id={id}
      {...rest}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next === true)}
      className={cx(
        'relative grid size-4 shrink-0 place-items-center rounded-mark border border-edge bg-surface text-on-accent transition-colors',
        // The box is small, its target is not.
        'after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3.5',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        'aria-invalid:border-danger disabled:opacity-50',
        !children && className,
      )}
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus className="size-3 stroke-3" />
        ) : (
          <Check className="size-3 stroke-3" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
  if (!children) return box
  return (
    <span className={cx('flex items-start gap-2.5', className)}>
      <span className="mt-0.5 flex">{box}</span>
      <label htmlFor={rest.id ?? id}>{children}</label>
    </span>
  )
}
