import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { cx } from '../cx.ts'

interface NavigationItemProps {
  to: string
  icon: ReactNode
  label: string
  /** `navigationItem`, with what is said of it where there is little room. */
  look: string
  /** Whether it stays unmarked on pages below its own. */
  end?: boolean
  onPress: (() => void) | undefined
}

/** A link of a side menu. */
export const NavigationItem = ({ to, icon, label, look, end, onPress }: NavigationItemProps) => (
  <NavLink
    to={to}
    end={end ?? false}
    title={label}
    onClick={onPress}
    className={({ isActive }) =>
      cx(look, isActive ? 'bg-hover font-medium text-text [&>.lucide]:text-accent' : 'text-muted')
    }
  >
    {icon}
    <span className="min-w-0 lg:truncate">{label}</span>
  </NavLink>
)

/** How an item of a side menu looks, whether it leads to a page or elsewhere. */
export const navigationItem =
  'flex h-control-small items-center gap-2.5 rounded-control px-2.5 text-body transition-colors hover:bg-hover hover:text-text'
