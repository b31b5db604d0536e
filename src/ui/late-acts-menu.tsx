import type { ReactElement } from 'react'
import type { MenuAct } from './acts-menu.tsx'
import { lateMenu, useAwaited } from './late-menu.tsx'

const ActsMenu = lateMenu(() => import('./acts-menu.tsx'))

interface LateActsMenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  acts: readonly MenuAct[]
}

/** A button with a list of acts behind it, which arrives after the page. */
export function LateActsMenu(props: LateActsMenuProps) {
  const awaited = useAwaited()
  return <ActsMenu {...props} {...awaited} />
}
