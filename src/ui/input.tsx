import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

/** The edge and states that every text control shares. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-body text-text transition-[border-color,box-shadow] [&[readonly]]:bg-sunken focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-danger aria-invalid:focus:outline-danger disabled:cursor-not-allowed disabled:opacity-60'

/** A line of text. Takes its label, hint and error from the `Field` around it. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} className={cx(controlClass, 'h-control', className)} />
}
