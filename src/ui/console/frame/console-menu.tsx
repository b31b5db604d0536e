import {
  CircleDollarSign,
  CircleUserRound,
  FileInput,
  Gauge,
  Globe,
  HeartPulse,
  House,
  Layers,
  ListChecks,
  Palette,
  Tags,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { NavigationItem, navigationItem } from '../../frame/navigation-item.tsx'
import { operatorPaths } from '../operator-paths.ts'
import { mayOpen } from '../page-rights.ts'
import { useStaff } from '../staff-session.ts'

interface ConsolePage {
  path: string
  name: string
  icon: ReactNode
}

/** What the console's menu leads to: the day's work, customers and what is theirs, the installation, who runs it. */
const groups: readonly { heading?: string; pages: readonly ConsolePage[] }[] = [
  {
    pages: [
      { path: operatorPaths.home, name: 'Home', icon: <House /> },
      { path: operatorPaths.work, name: 'Work', icon: <ListChecks /> },
    ],
  },
  {
    heading: 'Customers',
    pages: [
      { path: operatorPaths.customers, name: 'Customers', icon: <Users /> },
      { path: operatorPaths.orders, name: 'Orders', icon: <Layers /> },
      { path: operatorPaths.domains, name: 'Domains', icon: <Globe /> },
      { path: operatorPaths.health, name: 'Health', icon: <HeartPulse /> },
    ],
  },
  {
    heading: 'Installation',
    pages: [
      { path: operatorPaths.capacity, name: 'Capacity', icon: <Gauge /> },
      { path: operatorPaths.money, name: 'Money', icon: <CircleDollarSign /> },
      { path: operatorPaths.plans, name: 'Plans', icon: <Tags /> },
      { path: operatorPaths.imports, name: 'Import', icon: <FileInput /> },
      { path: operatorPaths.brand, name: 'Brand', icon: <Palette /> },
    ],
  },
  {
    heading: 'Team',
    pages: [
      { path: operatorPaths.staff, name: 'Staff', icon: <UsersRound /> },
      { path: operatorPaths.account, name: 'Account', icon: <CircleUserRound /> },
    ],
  },
]

interface ConsoleMenuProps {
  /** Names under their icons and no headings, until the window is wide enough. */
  compact?: boolean
  /** Told when one of the pages has been pressed, whether it can be opened or not. */
  onPress?: () => void
}

/** The console's pages that somebody may open, in the side menu and in the sheet that replaces it on phones. */
export function ConsoleMenu({ compact = false, onPress }: ConsoleMenuProps) {
  const { role } = useStaff()
  const look = cx(navigationItem, compact && narrowItem)
  return groups.map(({ heading, pages }) => {
    const shown = pages.filter(({ path }) => mayOpen(role, path))
    return (
      shown.length > 0 && (
        <div key={heading ?? ''} className={cx('flex flex-col gap-0.5', compact && heading && groupClass)}>
          {heading && (
            <p className={cx('mt-3 mb-1 px-2.5 text-label text-muted', compact && 'max-xl:hidden')}>
              {heading}
            </p>
          )}
          {shown.map(({ path, name, icon }) => (
            <NavigationItem
              key={path}
              to={path}
              icon={icon}
              label={name}
              look={look}
              end={path === operatorPaths.home}
              onPress={onPress}
            />
          ))}
        </div>
      )
    )
  })
}

/** A line in place of the heading. */
const groupClass = 'md:max-xl:mt-1.5 md:max-xl:border-line md:max-xl:border-t md:max-xl:pt-1.5'

const narrowItem =
  'max-xl:h-auto max-xl:flex-col max-xl:gap-1 max-xl:px-1 max-xl:py-1.5 max-xl:text-center max-xl:text-label'
