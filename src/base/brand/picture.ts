import * as z from 'zod/mini'
import { boundedText } from '../text/outcome.ts'

/** Pictures of a brand. SVG is none of them: it can hold scripts and ask for addresses of others. */
export const pictureTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const
export type PictureType = keyof typeof pictureTypes

/** Largest size of a picture: of its bytes, and of each side in pixels. */
export const pictureMaxBytes = 96 * 1024
export const pictureMaxPixels = 1024

export const pictureMessages = {
  unknown: 'This is no PNG and no JPEG picture. Save it as PNG and choose it again.',
  broken: 'This picture is cut off or broken. Save it again and choose it again.',
  tooLarge: `A picture may have at most ${pictureMaxBytes / 1024} KB. Save it smaller and choose it again.`,
  tooManyPixels: `A picture may be at most ${pictureMaxPixels} pixels wide and high. Save it smaller and choose it again.`,
  missing: 'This picture is not stored any more. Please choose it again.',
} as const

/** SHA-256 of a picture, which names it. */
export const pictureHash = boundedText(64).check(z.regex(/^[0-9a-f]{64}$/, pictureMessages.missing))

export const brandPicture = z.strictObject({
  hash: pictureHash,
  type: z.enum(['png', 'jpeg']),
  width: z.number(),
  height: z.number(),
})
export type BrandPicture = z.output<typeof brandPicture>

/** Where a picture is served. */
export const picturePath = ({ hash, type }: Pick<BrandPicture, 'hash' | 'type'>): string =>
  `/brand/${hash}.${type}`
