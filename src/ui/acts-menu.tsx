import type { LateMenuProps } from './late-menu.tsx'
import { Menu, MenuItem } from './menu.tsx'

/** One of the things that a menu offers. */
export interface MenuAct {
  /** Unlike that of any other in the menu. */
  name: string
  danger?: boolean
  onSelect: () => void
}

interface ActsMenuProps extends LateMenuProps {
  acts: readonly MenuAct[]
}

/** A menu that is nothing but a list of acts. */
export default function ActsMenu({ trigger, defaultOpen, acts }: ActsMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      {acts.map(({ name, danger, onSelect }) => (
        <MenuItem key={name} danger={danger === true} onSelect={onSelect}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
