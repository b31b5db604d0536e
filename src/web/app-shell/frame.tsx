import type { ReactNode } from 'react'
import { PromoBanner, usePromoBanner } from './promo-banner.tsx'

/** What every signed-in page stands in: the way past the menus, the promotion and the room it takes. */
export function Frame({ children }: { children: ReactNode }) {
  const banner = usePromoBanner()
  return (
    <div className="flex min-h-dvh flex-col pt-banner">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-primary px-3 py-2 text-on-primary focus:translate-y-0 forced-colors:border"
      >
        Skip to content
      </a>
      {banner && <PromoBanner text={banner.text} code={banner.code} onHide={banner.hide} />}
      {children}
    </div>
  )
}
