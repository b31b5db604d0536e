import { keysOf } from '../records/keys-of.ts'
import type { Brand } from './brand.ts'

/** What people call each part of a brand. */
const partNames: Record<Exclude<keyof Brand, 'bannerVersion'>, string> = {
  productName: 'product name',
  supportEmail: 'support address',
  helpUrl: 'help link',
  mailFooter: 'mail footer',
  accent: 'colours',
  logo: 'logo',
  logoDark: 'logo on dark',
  mark: 'mark',
  banner: 'banner',
  panel: 'sign-in panel',
}

/** What is different between two brands, in people's words. */
export const brandChanges = (before: Brand, after: Brand): string[] =>
  keysOf(partNames)
    .filter((part) => JSON.stringify(sorted(before[part])) !== JSON.stringify(sorted(after[part])))
    .map((part) => partNames[part])

/** With its keys in one order: the database has an order of its own. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    : value
