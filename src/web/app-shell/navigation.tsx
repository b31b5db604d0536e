import { LayoutDashboard, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { cx } from '../ui/cx.ts'
import { ToolGlyph } from '../ui/tool-glyph.tsx'
import { useConfig } from './use-config.ts'

/** The tools that stand beside the orders. */
export const toolPages = [
  { to: '/instantly-bulk-update', tool: 'instantly', label: 'Instantly Bulk Update' },
  { to: '/smartlead-bulk-update', tool: 'smartlead', label: 'Smartlead Bulk Update' },
] as const

interface NavigationProps {
  /** Icons with their words only for screen readers, until the window is wide enough. */
  compact?: boolean
}

/** The links to the product's pages, in the side menu and in the sheet that replaces it on phones. */
export function Navigation({ compact = false }: NavigationProps) {
  const { supportEmail } = useConfig()
  const word = cx('truncate', compact && 'max-lg:sr-only')
  return (
    <div className="flex grow flex-col gap-0.5">
      <Item to="/dashboard" icon={<LayoutDashboard />} label="Dashboard" wordClass={word} />
      <p className={cx('mt-5 mb-1 px-2.5 text-label text-muted', compact && 'max-lg:sr-only')}>Free tools</p>
      {toolPages.map(({ to, tool, label }) => (
        <Item key={to} to={to} icon={<ToolGlyph tool={tool} />} label={label} wordClass={word} />
      ))}
      <a
        href={`mailto:${supportEmail}`}
        title="Contact support"
        className={cx(itemClass, 'mt-auto text-muted')}
      >
        <LifeBuoy />
        <span className={word}>Contact support</span>
      </a>
    </div>
  )
}

const itemClass =
  'flex h-control-small items-center gap-2.5 rounded-control px-2.5 text-body transition-colors hover:bg-hover hover:text-text'

function Item({
  to,
  icon,
  label,
  wordClass,
}: {
  to: string
  icon: ReactNode
  label: string
  wordClass: string
}) {
  return (
    <NavLink
      to={to}
      title={label}
      className={({ isActive }) =>
        cx(itemClass, isActive ? 'bg-hover font-medium text-text [&>.lucide]:text-accent' : 'text-muted')
      }
    >
      {icon}
      <span className={wordClass}>{label}</span>
    </NavLink>
  )
}
