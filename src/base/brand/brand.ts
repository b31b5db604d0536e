import * as z from 'zod/mini'
import { emailField } from '#features/accounts/rules/sign-in.ts'
import { promotionCode } from '#features/checkout/rules/pricing.ts'
import { boundedText } from '../text/outcome.ts'
import { visibleText } from '../text/visible-text.ts'
import { type Accent, accentProblem, themes } from './accent.ts'
import { hexColour } from './contrast.ts'
import { brandPicture, pictureHash } from './picture.ts'

/** The most characters that each text may have. */
export const brandMaxima = {
  productName: 40,
  helpUrl: 300,
  bannerText: 200,
  quote: 600,
  name: 80,
  role: 120,
  mailFooter: 500,
} as const

export const brandMessages = {
  helpUrl: 'Enter an address that begins with https:// (or http://)',
  colour: 'Enter a colour such as #276ed2',
  moment: 'Enter a day and a time',
  bannerOver: 'The banner has to end after it begins',
} as const

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\//i.test(text) && !/\s/.test(text)

const helpUrl = z.nullable(
  boundedText(brandMaxima.helpUrl).check(z.refine(isWebAddress, brandMessages.helpUrl)),
)

/** A moment as `toISOString` writes it: of another spelling each browser makes its own, or none. */
const isMoment = (text: string): boolean => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && /^\d{4}-/.test(text) && new Date(at).toISOString() === text
}

const moment = z.nullable(boundedText(40).check(z.refine(isMoment, brandMessages.moment)))

const banner = z
  .strictObject({
    text: visibleText(brandMaxima.bannerText),
    /** The promotion's code: the banner shows while the payment provider says it is valid. */
    code: z.nullable(promotionCode),
    /** ISO moments; open where null. */
    from: moment,
    until: moment,
  })
  .check(
    z.refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
      error: brandMessages.bannerOver,
      path: ['until'],
    }),
  )

/** On the sign-in page; `sample` marks words that nobody said. */
const panel = z.strictObject({
  quote: visibleText(brandMaxima.quote),
  name: visibleText(brandMaxima.name),
  role: visibleText(brandMaxima.role, { minLength: 0 }),
  sample: z.boolean(),
})

const colour = z.pipe(
  z.pipe(
    boundedText(20),
    z.transform((typed: string) => typed.trim().toLowerCase()),
  ),
  z.string().check(z.regex(hexColour, { error: brandMessages.colour, abort: true })),
)

const accent = z.strictObject({ light: colour, dark: colour }).check(
  z.check(({ value, issues }) => {
    for (const theme of themes) {
      const message = accentProblem(value as Accent, theme)
      if (message) issues.push({ code: 'custom', message, path: [theme], input: value })
    }
  }),
)

const decided = {
  productName: visibleText(brandMaxima.productName),
  supportEmail: emailField,
  helpUrl,
  panel,
  /** Below every mail to customers and staff; empty for none. */
  mailFooter: visibleText(brandMaxima.mailFooter, { minLength: 0, lines: true }),
  /** Null: the one that the product ships with. */
  accent: z.nullable(accent),
  banner: z.nullable(banner),
}

/** What an owner decides, as it is sent; pictures are named by their hash once they are uploaded. */
export const brandChoice = z.strictObject({
  ...decided,
  logo: z.nullable(pictureHash),
  logoDark: z.nullable(pictureHash),
  mark: z.nullable(pictureHash),
})
export type BrandChoice = z.output<typeof brandChoice>

/** The look and the words of an installation, as they are kept. */
export const brand = z.strictObject({
  ...decided,
  /** In place of mark and name; the dark one where pages are dark. */
  logo: z.nullable(brandPicture),
  logoDark: z.nullable(brandPicture),
  /** In place of the glyph, and in the browser's tab. */
  mark: z.nullable(brandPicture),
  /** Another one shows the banner again to those who closed it. */
  bannerVersion: z.string(),
})
export type Brand = z.output<typeof brand>

/** What is sent for a brand to stay as it is. */
export function choiceOf({ bannerVersion: _, ...kept }: Brand): BrandChoice {
  const { logo, logoDark, mark } = kept
  return {
    ...kept,
    logo: logo?.hash ?? null,
    logoDark: logoDark?.hash ?? null,
    mark: mark?.hash ?? null,
  }
}

/** Whether a banner's time has come and is not over. */
export const isBannerTime = (
  { from, until }: { from: string | null; until: string | null },
  now: number,
): boolean => (!from || Date.parse(from) <= now) && (!until || now < Date.parse(until))
