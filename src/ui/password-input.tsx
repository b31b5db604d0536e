import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { cx } from './cx.ts'
import { useFieldLabelId } from './field.tsx'
import { Input } from './input.tsx'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Told whenever a key shows that Caps Lock is on or off. */
  onCapsLock?: (isOn: boolean) => void
}

/** A password, hidden until asked for. Pasting and password managers work as anywhere else. */
export function PasswordInput({ onCapsLock, className, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const labelId = useFieldLabelId()
  const reportCapsLock = (event: KeyboardEvent) => onCapsLock?.(event.getModifierState('CapsLock'))
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cx('pr-16', className)}
        onKeyDown={reportCapsLock}
        onKeyUp={reportCapsLock}
      />
      <button
        type="button"
        // The field's label describes the button instead of naming it, so that the label names one control.
        aria-describedby={labelId}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-1 right-1 w-14 rounded-mark text-label text-muted hover:text-text"
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
