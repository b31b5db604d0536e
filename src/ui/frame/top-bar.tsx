import { CircleHelp, FlaskConical, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { AccountMenu } from './account-menu.tsx'
import { commandPalette } from './command-palette.ts'
import { useConfig } from './use-config.ts'
import { BarLayout } from './workspace-layout.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys that open the command palette, as this machine's keyboard names them. */
const paletteKeys = isMac ? '⌘K' : 'Ctrl K'

/** Opens the command palette. Not called Search: so the wizard's own button is called. */
const SearchButton = () => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    title={`Find anything (${paletteKeys})`}
    onClick={commandPalette.open}
    className="flex h-control-small items-center gap-2 rounded-control border border-line px-2.5 text-muted text-secondary hover:bg-hover hover:text-text max-lg:size-control max-lg:justify-center max-lg:border-transparent max-lg:px-0"
  >
    <Search className="size-4" />
    <span className="max-lg:sr-only">Find anything</span>
    <kbd translate="no" aria-hidden className="font-sans text-label max-lg:hidden">
      {paletteKeys}
    </kbd>
  </button>
)

/** The bar over a page: what it is on the left, the customer on the right. */
export function TopBar({ children }: { children: ReactNode }) {
  const { sandbox, helpUrl } = useConfig()
  return (
    <BarLayout
      customer={
        <>
          <SearchButton />
          {sandbox && (
            <a
              href={sandbox.consoleUrl}
              target="_blank"
              rel="noreferrer"
              title="Third parties are simulated here. Opens the sandbox console in a new tab."
              className="flex h-6 items-center gap-1 rounded-full bg-warning-tint forced-colors:border px-2 font-medium text-label text-warning hover:underline"
            >
              <FlaskConical className="size-3.5" />
              <span className="max-sm:sr-only">Sandbox</span>
            </a>
          )}
          {helpUrl && (
            <a
              href={helpUrl}
              target="_blank"
              rel="noreferrer"
              aria-label="Help"
              title="Help, in a new tab"
              className="grid size-control place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
            >
              <CircleHelp />
            </a>
          )}
          <AccountMenu />
        </>
      }
    >
      {children}
    </BarLayout>
  )
}
