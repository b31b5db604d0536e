import type { ReactNode } from 'react'
import { PromoBanner, usePromoBanner } from './promo-banner.tsx'
import { SkipLink } from './skip-link.tsx'

/** What every signed-in page stands in: the way past the menus, the promotion and the room it takes. */
export function Frame({ children }: { children: ReactNode }) {
  const banner = usePromoBanner()
  return (
    <div className="flex min-h-dvh flex-col pt-banner">
      <SkipLink />
      {banner && <PromoBanner text={banner.text} code={banner.code} onHide={banner.hide} />}
      {children}
    </div>
  )
}
