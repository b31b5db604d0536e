import { type ComponentProps, type ReactNode, useId } from 'react'
import { changesOff } from './changes-off.ts'
import { cx } from './cx.ts'
import { useOneAtATime } from './one-at-a-time.ts'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'medium' | 'small'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary not-aria-disabled:hover:bg-primary-hover',
  secondary: 'border border-edge bg-surface text-text not-aria-disabled:hover:bg-hover',
  quiet: 'text-text not-aria-disabled:hover:bg-hover',
  danger: 'border border-danger bg-surface text-danger not-aria-disabled:hover:bg-danger-tint',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'h-control px-3.5 max-sm:min-h-control',
  small: 'h-control-small px-2.5 text-secondary max-sm:min-h-control-small',
}

/** How a button looks, for links that are one. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'medium',
  className?: string,
): string =>
  cx(
    'relative inline-flex shrink-0 max-w-full select-none items-center justify-center gap-2 rounded-control font-medium transition-[background-color,border-color,opacity] forced-colors:border max-sm:h-auto sm:whitespace-nowrap aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  )

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** 16 px, before the words. */
  icon?: ReactNode
  /** Something is under way: the button ignores presses, keeps its width and its words unless it has others for that. */
  loading?: boolean
  loadingText?: string
  /**
   * What can be busy sends something, and is unavailable where changes are off. Not so what only asks again for what is
   * shown.
   */
  changes?: boolean
  /**
   * Why the button cannot be used now. It stays reachable and readable; pressing it changes nothing and
   * shows the reason as a toast, or calls `onUnavailable` instead.
   */
  unavailable?: string | false
  onUnavailable?: (reason: string) => void
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  loading,
  loadingText,
  changes = loading !== undefined,
  unavailable: ownReason = false,
  onUnavailable = (reason) => toast.error(reason),
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const oneAtATime = useOneAtATime()
  const whyOff = changes ? changesOff() : undefined
  const unavailable = whyOff ?? ownReason
  const isOff = loading || Boolean(unavailable)
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, cx(loading && 'aria-disabled:opacity-100', className))}
      aria-disabled={isOff || undefined}
      aria-busy={loading || undefined}
      aria-describedby={cx(rest['aria-describedby'], unavailable && reasonId) || undefined}
      onClick={(event) => {
        if (!isOff) return void oneAtATime(() => onClick?.(event))
        event.preventDefault()
        event.stopPropagation()
        if (whyOff) toast.error(whyOff)
        else if (unavailable) onUnavailable(unavailable)
      }}
    >
      {loading ? (
        <LoadingContent text={loadingText} icon={icon}>
          {children}
        </LoadingContent>
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
      {unavailable && (
        <span id={reasonId} hidden>
          {unavailable}
        </span>
      )}
    </button>
  )
}

/** Its own words stay, so that one of several busy buttons can be told from the others. */
function LoadingContent({ text, icon, children }: { text?: string; icon?: ReactNode; children: ReactNode }) {
  if (text)
    return (
      <>
        <Spinner />
        {text}
      </>
    )
  return (
    <>
      {icon}
      {children}
      <span aria-hidden className="absolute inset-0 overflow-hidden rounded-[inherit]">
        <span className="absolute bottom-0 left-0 h-0.5 w-2/5 animate-sweep bg-current motion-reduce:w-full" />
      </span>
    </>
  )
}
