import type { ComponentProps } from 'react'
import { Input } from '../../ui/input.tsx'

/**
 * A pasted credential: hidden while it is not being edited. Not a password to the browser, which would offer to
 * store it.
 */
export const SecretInput = (props: ComponentProps<'input'>) => (
  <Input
    type="text"
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    data-1p-ignore
    data-lpignore="true"
    {...props}
    className="font-mono [&:not(:focus)]:[-webkit-text-security:disc]"
  />
)
