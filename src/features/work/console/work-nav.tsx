import { NavLink } from 'react-router'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { cx } from '#ui/cx.ts'

const parts = [
  { path: operatorPaths.work, name: 'Work items' },
  { path: operatorPaths.workDkim, name: 'Google DKIM' },
  { path: operatorPaths.workConnect, name: 'Connect mailboxes' },
]

/** The ways of doing what waits for people. */
export const WorkNav = () => (
  <nav aria-label="Work" className="mb-4 flex gap-4 overflow-x-auto border-line border-b">
    {parts.map(({ path, name }) => (
      <NavLink
        key={path}
        to={path}
        end
        className={({ isActive }) =>
          cx(
            '-mb-px shrink-0 rounded-mark border-b-2 px-1 pb-2 text-secondary',
            isActive
              ? 'border-primary font-medium text-text'
              : 'border-transparent text-muted hover:text-text',
          )
        }
      >
        {name}
      </NavLink>
    ))}
  </nav>
)
