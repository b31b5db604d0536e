import type { ReactNode } from 'react'
import { latePart } from '../late-part.tsx'
import { MissingPart } from '../missing-parts.tsx'
import { PromoBanner, usePromoBanner } from './promo-banner.tsx'
import { SkipLink } from './skip-link.tsx'
import { useUser } from './use-user.ts'

const ViewBar = latePart(() => import('./view-bar.tsx'), { Missing: MissingPart })

/** What every signed-in page stands in: the way past the menus, the promotion and the room it takes. */
export function Frame({ children }: { children: ReactNode }) {
  const banner = usePromoBanner()
  const { viewUntil } = useUser()
  return (
    <div className="flex min-h-dvh flex-col pt-banner">
      <SkipLink />
      {banner && <PromoBanner text={banner.text} code={banner.code} onHide={banner.hide} />}
      {children}
      {viewUntil && <ViewBar until={viewUntil} />}
    </div>
  )
}
