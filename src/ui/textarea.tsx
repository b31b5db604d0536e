import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'
import { controlClass } from './input.tsx'

/**
 * Several lines of text; grows with what is in it, up to what `className` allows. Not kerned: where every pair of
 * letters is, Chromium shapes all the rest of a word again at each line it breaks: 40,000 times one letter took it 4 s.
 */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      {...rest}
      className={cx(
        controlClass,
        '[font-kerning:none] field-sizing-content resize-y py-2',
        // Of no weight, so that `className` decides where it says another height.
        '[:where(&)]:max-h-96 [:where(&)]:min-h-24',
        className,
      )}
    />
  )
}
