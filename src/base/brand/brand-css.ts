import { type Accent, inkOn } from './accent.ts'
import type { Brand } from './brand.ts'
import { type BrandPicture, picturePath } from './picture.ts'

/** `rgb(39 110 210 / 0.09)` of `#276ed2`. */
const faint = (hex: string, opacity: number): string => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red} ${green} ${blue} / ${opacity})`
}

/** What of the table of looks an accent decides. */
export const accentVariables = ({ light, dark }: Accent): Record<string, string> => ({
  '--color-accent': `light-dark(${light},${dark})`,
  '--color-accent-tint': `light-dark(${faint(light, 0.09)},${faint(dark, 0.14)})`,
  '--color-on-accent': `light-dark(${inkOn(light)},${inkOn(dark)})`,
})

const accentCss = (accent: Accent): string =>
  `:root{${Object.entries(accentVariables(accent))
    .map(([name, value]) => `${name}:${value};`)
    .join('')}}`

/** The glyph keeps its place and its name; what is drawn in it is the mark. */
const markCss = (mark: BrandPicture): string =>
  `.brand-mark{border-radius:0;background:url(${picturePath(mark)}) center/contain no-repeat}.brand-mark>*{display:none}`

const logoRem = { height: 1.75, maxWidth: 10 } as const

/** As wide as its picture at the height of the bar's line, and never wider than a menu has room for. */
function logoCss(logo: BrandPicture): string {
  const width = Math.min(logoRem.maxWidth, (logo.width / logo.height) * logoRem.height)
  return `.brand-logo{width:${width.toFixed(3)}rem;max-width:100%;height:${logoRem.height}rem;background:url(${picturePath(logo)}) left center/contain no-repeat}`
}

/** Read by screen readers all the same. */
const hiddenWords =
  '.brand-logo>*{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}'

/** The styles that make a page this brand's: its colours and pictures. Empty for what the product ships with. */
export function brandCss({ accent, logo, logoDark, mark }: Brand): string {
  const light = logo ?? logoDark
  return [
    accent && accentCss(accent),
    mark && markCss(mark),
    light && `${logoCss(light)}${hiddenWords}`,
    logo && logoDark && `@media (prefers-color-scheme:dark){${logoCss(logoDark)}}`,
  ]
    .filter(Boolean)
    .join('\n')
}
