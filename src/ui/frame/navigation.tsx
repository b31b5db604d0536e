import { HeartPulse, LayoutDashboard, LifeBuoy, ListChecks, Mails } from 'lucide-react'
import { cx } from '../cx.ts'
import { ToolGlyph } from '../tool-glyph.tsx'
import { NavigationItem, navigationItem } from './navigation-item.tsx'
import { useConfig } from './use-config.ts'

/** The tools that stand beside the orders. */
export const toolPages = [
  { to: '/instantly-bulk-update', tool: 'instantly', label: 'Instantly Bulk Update' },
  { to: '/smartlead-bulk-update', tool: 'smartlead', label: 'Smartlead Bulk Update' },
] as const

interface NavigationProps {
  /** Names under their icons, until the window is wide enough for them to stand beside. */
  compact?: boolean
  /** Told when one of the pages has been pressed, whether it can be opened or not. */
  onPress?: () => void
}

/** The links to the product's pages, in the side menu and in the sheet that replaces it on phones. */
export function Navigation({ compact = false, onPress }: NavigationProps) {
  const { supportEmail } = useConfig()
  const look = cx(navigationItem, compact && narrowItemClass)
  return (
    <div className="flex grow flex-col gap-0.5">
      <NavigationItem
        to="/dashboard"
        icon={<LayoutDashboard />}
        label="Dashboard"
        look={look}
        onPress={onPress}
      />
      <NavigationItem to="/health" icon={<HeartPulse />} label="Health" look={look} onPress={onPress} />
      <NavigationItem to="/tasks" icon={<ListChecks />} label="Tasks" look={look} onPress={onPress} />
      <NavigationItem
        to="/plan-by-volume"
        icon={<Mails />}
        label="Plan by volume"
        look={look}
        onPress={onPress}
      />
      <p
        className={cx('mt-5 mb-1 px-2.5 text-label text-muted', compact && 'max-lg:px-1 max-lg:text-center')}
      >
        Free tools
      </p>
      {toolPages.map(({ to, tool, label }) => (
        <NavigationItem
          key={to}
          to={to}
          icon={<ToolGlyph tool={tool} />}
          label={label}
          look={look}
          onPress={onPress}
        />
      ))}
      <a href={`mailto:${supportEmail}`} title="Contact support" className={cx(look, 'mt-auto text-muted')}>
        <LifeBuoy />
        <span className="min-w-0 lg:truncate">Contact support</span>
      </a>
    </div>
  )
}

const narrowItemClass =
  'max-lg:h-auto max-lg:flex-col max-lg:gap-1 max-lg:px-1 max-lg:py-2 max-lg:text-center max-lg:text-label'
