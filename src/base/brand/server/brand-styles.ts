import { createHash } from 'node:crypto'
import type { Brand } from '../brand.ts'
import { brandCss } from '../brand-css.ts'

interface Styles {
  css: string
  /** Names them in their address, so that a browser may keep them; empty where there are none. */
  tag: string
}

const made = new WeakMap<Brand, Styles>()

/** The styles of a brand. */
export function brandStyles(brand: Brand): Styles {
  const known = made.get(brand)
  if (known) return known
  const css = brandCss(brand)
  const tag = css && createHash('sha256').update(css).digest('hex').slice(0, 12)
  const styles = { css, tag }
  made.set(brand, styles)
  return styles
}
