import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { Input } from '#ui/input.tsx'
import { insertedText, storedMarkerPrefix } from '../rules/stored-marker.ts'

interface SecretInputProps extends ComponentProps<'input'> {
  value: string
}

/**
 * A pasted credential: hidden while it is not being edited. Not a password to the browser, which would offer to
 * store it. What stands for a stored one stays hidden, and is replaced as a whole: a part of it is worth nothing.
 */
export function SecretInput({ value, onChange, ...props }: SecretInputProps) {
  const isStored = value.startsWith(storedMarkerPrefix)
  return (
    <Input
      type="text"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      {...props}
      value={value}
      onChange={(event) => {
        if (isStored) event.target.value = insertedText(value, event.target.value)
        onChange?.(event)
      }}
      className={cx(
        'font-mono',
        isStored ? '[-webkit-text-security:disc]' : '[&:not(:focus)]:[-webkit-text-security:disc]',
      )}
    />
  )
}
