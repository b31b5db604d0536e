import * as z from 'zod/mini'
import { shippedAccent } from '#base/brand/accent.ts'
import { type Brand, type BrandChoice, brandChoice } from '#base/brand/brand.ts'
import type { BrandPicture } from '#base/brand/picture.ts'

/** A brand as its form has it: texts, and moments as the browser's control spells them. */
export interface BrandDraft {
  productName: string
  supportEmail: string
  helpUrl: string
  mailFooter: string
  light: string
  dark: string
  bannerText: string
  bannerCode: string
  bannerFrom: string
  bannerUntil: string
  quote: string
  name: string
  role: string
  sample: boolean
  logo: BrandPicture | null
  logoDark: BrandPicture | null
  mark: BrandPicture | null
}
export type TextOfDraft = {
  [K in keyof BrandDraft]: BrandDraft[K] extends string ? K : never
}[keyof BrandDraft]
export type DraftProblems = Partial<Record<keyof BrandDraft | 'form', string>>

/** Where each entry stands in what is sent. */
const places: Record<string, keyof BrandDraft> = {
  'accent.light': 'light',
  'accent.dark': 'dark',
  'banner.text': 'bannerText',
  'banner.code': 'bannerCode',
  'banner.from': 'bannerFrom',
  'banner.until': 'bannerUntil',
  'panel.quote': 'quote',
  'panel.name': 'name',
  'panel.role': 'role',
}

/** `2026-11-25T14:30` in the zone of whoever looks. */
function spelled(moment: string | null): string {
  if (!moment) return ''
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const momentOf = (typed: string): string | null =>
  typed && !Number.isNaN(Date.parse(typed)) ? new Date(typed).toISOString() : null

export const draftOf = (brand: Brand): BrandDraft => ({
  productName: brand.productName,
  supportEmail: brand.supportEmail,
  helpUrl: brand.helpUrl ?? '',
  mailFooter: brand.mailFooter,
  ...(brand.accent ?? shippedAccent),
  bannerText: brand.banner?.text ?? '',
  bannerCode: brand.banner?.code ?? '',
  bannerFrom: spelled(brand.banner?.from ?? null),
  bannerUntil: spelled(brand.banner?.until ?? null),
  ...brand.panel,
  logo: brand.logo,
  logoDark: brand.logoDark,
  mark: brand.mark,
})

/** What a draft would send; without words for the banner there is none. */
export function choiceOfDraft(draft: BrandDraft): BrandChoice {
  const { light, dark, quote, name, role, sample } = draft
  const isShipped = light === shippedAccent.light && dark === shippedAccent.dark
  return {
    productName: draft.productName,
    supportEmail: draft.supportEmail,
    helpUrl: draft.helpUrl.trim() || null,
    mailFooter: draft.mailFooter,
    accent: isShipped ? null : { light, dark },
    banner: draft.bannerText.trim()
      ? {
          text: draft.bannerText,
          code: draft.bannerCode.trim() || null,
          from: momentOf(draft.bannerFrom),
          until: momentOf(draft.bannerUntil),
        }
      : null,
    panel: { quote, name, role, sample },
    logo: draft.logo?.hash ?? null,
    logoDark: draft.logoDark?.hash ?? null,
    mark: draft.mark?.hash ?? null,
  }
}

/** What is wrong with a draft, by its entries: the rules of the server. */
export const draftProblems = (draft: BrandDraft): DraftProblems =>
  problemsAt(
    (z.safeParse(brandChoice, choiceOfDraft(draft)).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

/** Messages by their places in what is sent, as those of entries; the first of each counts. */
export function problemsAt(found: readonly (readonly [place: string, message: string])[]): DraftProblems {
  const problems: DraftProblems = {}
  for (const [place, message] of found) {
    const name = place.replace(/^brand\./, '')
    problems[places[name] ?? (name as keyof BrandDraft)] ??= message
  }
  return problems
}
