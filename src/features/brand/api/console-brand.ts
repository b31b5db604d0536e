import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { type brand, brandChoice } from '#base/brand/brand.ts'
import { type brandPicture, pictureMaxBytes } from '#base/brand/picture.ts'
import { boundedText } from '#base/text/outcome.ts'

const done = z.object({ message: z.string(), version: z.number() })
const versionNumber = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

/** A brand as answers hold it: their schemas do nothing but name what is there. */
const shownBrand = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  helpUrl: z.nullable(z.string()),
  panel: z.object({ quote: z.string(), name: z.string(), role: z.string(), sample: z.boolean() }),
  mailFooter: z.string(),
  accent: z.nullable(z.object({ light: z.string(), dark: z.string() })),
  banner: z.nullable(
    z.object({
      text: z.string(),
      code: z.nullable(z.string()),
      from: z.nullable(z.string()),
      until: z.nullable(z.string()),
    }),
  ),
  logo: z.nullable(shownPicture()),
  logoDark: z.nullable(shownPicture()),
  mark: z.nullable(shownPicture()),
  bannerVersion: z.string(),
}) satisfies z.ZodMiniType<z.output<typeof brand>>

function shownPicture() {
  return z.object({
    hash: z.string(),
    type: z.enum(['png', 'jpeg']),
    width: z.number(),
    height: z.number(),
  }) satisfies z.ZodMiniType<z.output<typeof brandPicture>>
}

const brandVersion = z.object({
  version: z.number(),
  at: z.string(),
  by: z.string(),
  /** The version that it brought back; 0 for what the environment says. */
  restored: z.nullable(z.number()),
  /** What is different from the version before. */
  changes: z.array(z.string()),
})
export type BrandVersion = z.output<typeof brandVersion>

export const consoleBrand = endpoint({
  method: 'GET',
  path: '/api/operator/brand',
  summary: 'Staff: name, look and words of the installation, and every version they had',
  access: 'staff:brand.write',
  response: z.object({
    /** 0 while it is what the environment says. */
    version: z.number(),
    brand: shownBrand,
    versions: z.array(brandVersion),
  }),
})

export const saveBrand = endpoint({
  method: 'POST',
  path: '/api/operator/brand',
  summary: 'Staff: give the installation another name, look or words, which every page shows at once',
  access: 'staff:brand.write',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ basedOn: versionNumber, brand: brandChoice }),
  response: done,
})

export const restoreBrand = endpoint({
  method: 'POST',
  path: '/api/operator/brand/restore',
  summary: 'Staff: bring an earlier version back, as a new one; 0 is what the environment says',
  access: 'staff:brand.write',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ version: versionNumber, basedOn: z.optional(versionNumber) }),
  response: done,
})

export const addBrandPicture = endpoint({
  method: 'POST',
  path: '/api/operator/brand/pictures',
  summary: 'Staff: store a PNG or JPEG picture, which a brand can name by its hash',
  access: 'staff:brand.write',
  limit: 'staff',
  // In base 64, and some room to be told that it is too large.
  body: z.strictObject({ data: boundedText(Math.ceil(pictureMaxBytes / 3) * 4 * 2) }),
  response: shownPicture(),
})
