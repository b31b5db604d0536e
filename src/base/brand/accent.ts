import { contrast } from './contrast.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
/** One colour for links, selection, the focus ring and progress, for each theme. */
export type Accent = Record<Theme, string>

/** What the product ships with: the accent of `styles.css`, as hexadecimals. */
export const shippedAccent: Accent = { light: '#276ed2', dark: '#659ff4' }

/** What accent-coloured words stand on in `styles.css`; a test holds the two together. */
export const surfaces: Record<Theme, Record<'page' | 'surface' | 'raised' | 'sunken', string>> = {
  light: { page: '#f9fafb', surface: '#ffffff', raised: '#ffffff', sunken: '#f4f5f7' },
  dark: { page: '#0d0e11', surface: '#131518', raised: '#1a1c1f', sunken: '#0a0b0d' },
}

/** What words on the accent may be written in. */
const inks = { light: '#ffffff', dark: '#0c121a' } as const

/** Words on the accent: in whichever of the two inks is read more easily. */
export const inkOn = (accent: string): string =>
  contrast(accent, inks.light) >= contrast(accent, inks.dark) ? inks.light : inks.dark

interface AccentCheck {
  theme: Theme
  /** What is read or seen: "Links and words". */
  what: string
  /** The least contrast found. */
  ratio: number
  /** WCAG 2.2 AA. */
  needed: number
}

/** What has to be readable with an accent, and how well it is: what the page shows and the server asks for. */
export const accentChecks = (accent: Accent): AccentCheck[] =>
  themes.flatMap((theme) => {
    const colour = accent[theme]
    const onSurfaces = Math.min(...Object.values(surfaces[theme]).map((surface) => contrast(colour, surface)))
    return [
      { theme, what: 'Links and words in the accent', ratio: onSurfaces, needed: 4.5 },
      { theme, what: 'Focus ring, selection and progress', ratio: onSurfaces, needed: 3 },
      { theme, what: 'Words on the accent', ratio: contrast(colour, inkOn(colour)), needed: 4.5 },
    ]
  })

/** Cut, not rounded: 4.49 must not read as enough. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`

/** Why an accent cannot be used in a theme, as a sentence that says what to do; undefined if it can. */
export function accentProblem(accent: Accent, theme: Theme): string | undefined {
  const bad = accentChecks(accent).find((check) => check.theme === theme && check.ratio < check.needed)
  if (!bad) return undefined
  const way = theme === 'light' ? 'a darker' : 'a lighter'
  return `${bad.what} would have a contrast of ${ratioText(bad.ratio)} where ${ratioText(bad.needed)} is needed. Choose ${way} colour.`
}
