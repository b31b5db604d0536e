import { cx } from './cx.ts'

/** An envelope whose flap closes over a row of posts. The favicon draws the same. */
export const GlyphShape = ({ className }: { className: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className={className}>
    <path d="M0 0h16v3.2L8 8.3 0 3.2z" />
    <path d="m0 5 8 5.1L16 5v11h-4.6v-4h-1.7v4H6.3v-4H4.6v4H0z" />
  </svg>
)

/** The product's glyph, or the mark that an owner has chosen. */
export const Glyph = ({ className }: { className?: string }) => (
  <GlyphShape className={cx('brand-mark size-5 shrink-0 rounded-[25%] fill-primary', className)} />
)

/** The product's name, as the page came with it. */
export const servedName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** The product's name beside its glyph; an operator's own name, mark and logo are set the same way (`brand.css`). */
export function Wordmark({ name = servedName(), className }: { name?: string; className?: string }) {
  return (
    <span className={cx('brand-logo inline-flex min-w-0 items-center gap-2 align-middle', className)}>
      <Glyph />
      {/* One long word breaks, and its end is left out, before it makes a page wider than its window. */}
      <span className="wrap-anywhere line-clamp-2 min-w-0 font-semibold text-card-title tracking-[-0.02em]">
        {name.toLowerCase()}
      </span>
    </span>
  )
}
