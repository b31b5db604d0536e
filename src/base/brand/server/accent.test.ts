import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentChecks, accentProblem, inkOn, shippedAccent, surfaces } from '../accent.ts'
import { contrast } from '../contrast.ts'

const styles = readFileSync(new URL('../../../apps/website/styles.css', import.meta.url), 'utf8')

/** A colour of the table of looks in both themes, from OKLCH to hexadecimals. */
function coloursOf(name: string): string[] {
  const [, both = ''] = new RegExp(`--color-${name}: light-dark\\((.+)\\);`).exec(styles) ?? []
  return [...both.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, l, c, h]) =>
    hexOf(Number(l), Number(c), Number(h)),
  )
}

/** Björn Ottosson's matrices, as CSS Color 4 has them. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)))
  const bytes = linear.map((part) =>
    Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)),
  )
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

test('contrast is what WCAG says it is', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})

test('the accent and what it stands on are those of the pages', () => {
  expect(Object.values(shippedAccent)).toEqual(coloursOf('accent'))
  for (const name of ['page', 'surface', 'raised', 'sunken'] as const)
    expect([surfaces.light[name], surfaces.dark[name]]).toEqual(coloursOf(name))
})

test('the accent that the product ships with can be read', () => {
  for (const { ratio, needed } of accentChecks(shippedAccent)) expect(ratio).toBeGreaterThanOrEqual(needed)
})

test('a colour that cannot be read is refused with what to do about it', () => {
  expect(accentProblem({ light: '#f5b800', dark: '#f5b800' }, 'light')).toMatch(
    /^Links and words in the accent would have a contrast of 1\.\d:1 where 4\.5:1 is needed\. Choose a darker colour\.$/,
  )
  expect(accentProblem({ light: '#f5b800', dark: '#f5b800' }, 'dark')).toBeUndefined()
  expect(accentProblem({ light: '#1a2b6d', dark: '#1a2b6d' }, 'dark')).toContain('Choose a lighter colour.')
})

test('words on the accent are written in the ink that is read more easily', () => {
  expect(inkOn('#1a2b6d')).toBe('#ffffff')
  expect(inkOn('#f5b800')).toBe('#0c121a')
})
