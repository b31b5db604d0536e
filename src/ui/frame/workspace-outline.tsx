import type { ReactNode } from 'react'
import { Glyph } from '../wordmark.tsx'
import { LoadingMark } from './loading-mark.tsx'
import { BarLayout, BarTitle, WorkspaceLayout } from './workspace-layout.tsx'

/**
 * A page of the workspace before anything is known of its customer: written into its page when that is built. Its places
 * stand still: to move them would keep a slow processor from the code that takes its place.
 */
export const WorkspaceOutline = ({ title, children }: { title: string; children: ReactNode }) => (
  <div data-outline className="flex min-h-dvh flex-col pt-banner">
    <WorkspaceLayout
      menu={
        <span className="flex h-bar items-center px-2">
          <Glyph />
        </span>
      }
      bar={
        <BarLayout customer={<LoadingMark />}>
          <BarTitle>{title}</BarTitle>
        </BarLayout>
      }
    >
      <div className="**:animate-none">{children}</div>
    </WorkspaceLayout>
  </div>
)
