import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { returnToMenuButton } from './use-return-focus.ts'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}

/** A list of things to do, opened by a button. */
export function Menu({ trigger, align = 'end', defaultOpen, children }: MenuProps) {
  return (
    <Radix.Root modal={false} {...(defaultOpen && { defaultOpen })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={returnToMenuButton}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-card bg-raised p-1 shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be used; it stays readable, and choosing it does nothing. */
  unavailable?: string | false
  /** What choosing it does all the same. */
  onUnavailable?: () => void
  onSelect?: () => void
  /** With `asChild`, a link. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({
  icon,
  danger,
  unavailable = false,
  onUnavailable,
  onSelect,
  asChild,
  children,
}: MenuItemProps) {
  return (
    <Radix.Item
      asChild={asChild}
      aria-disabled={unavailable ? true : undefined}
      onSelect={(event) => {
        if (!unavailable) onSelect?.()
        else if (onUnavailable) onUnavailable()
        else event.preventDefault()
      }}
      className={cx(
        'flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 text-body outline-none data-highlighted:bg-hover aria-disabled:text-muted pointer-coarse:min-h-11',
        danger ? 'text-danger [&>.lucide]:text-danger' : '[&>.lucide]:text-muted',
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          <span className="min-w-0">
            {children}
            {unavailable && <span className="block text-label">{unavailable}</span>}
          </span>
        </>
      )}
    </Radix.Item>
  )
}

export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />

/** Words at the top of a menu that cannot be chosen. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2.5 py-1.5 text-label text-muted">{children}</Radix.Label>
)
