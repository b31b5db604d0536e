import { memo } from 'react'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { cx } from './cx.ts'

const drawings: Record<Platform, { name: string; drawing: React.ReactNode }> = {
  azure: {
    name: 'Microsoft',
    drawing: (
      <>
        <rect x="1.5" y="1.5" width="6" height="6" rx="1" fill="oklch(0.66 0.19 38)" />
        <rect x="8.5" y="1.5" width="6" height="6" rx="1" fill="oklch(0.72 0.17 135)" />
        <rect x="1.5" y="8.5" width="6" height="6" rx="1" fill="oklch(0.66 0.14 240)" />
        <rect x="8.5" y="8.5" width="6" height="6" rx="1" fill="oklch(0.8 0.16 82)" />
      </>
    ),
  },
  google: {
    name: 'Google',
    drawing: (
      <path
        d="M12.6 4.1A6 6 0 1 0 14 8H8.4"
        fill="none"
        stroke="oklch(0.6 0.17 258)"
        strokeWidth="2.25"
        strokeLinejoin="round"
      />
    ),
  },
}

/** Where a domain's mailboxes live, as a small drawing with a name. */
export const PlatformGlyph = memo(function PlatformGlyph({
  platform,
  className,
}: {
  platform: Platform
  className?: string
}) {
  const { name, drawing } = drawings[platform]
  return (
    <svg viewBox="0 0 16 16" role="img" aria-label={name} className={cx('size-4 shrink-0', className)}>
      {drawing}
    </svg>
  )
})
