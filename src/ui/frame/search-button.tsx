import { Search } from 'lucide-react'
import { commandPalette } from './command-palette.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys that open the command palette, as this machine's keyboard names them. */
const paletteKeys = isMac ? '⌘K' : 'Ctrl K'

/** Opens the command palette. Not called Search: so the wizard's own button is called. */
export const SearchButton = () => (
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
