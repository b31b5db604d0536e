import { CircleHelp, FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { AccountMenu } from './account-menu.tsx'
import { SearchButton } from './search-button.tsx'
import { useConfig } from './use-config.ts'
import { BarLayout } from './workspace-layout.tsx'

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
