import * as z from 'zod/mini'

/** What one of the product's checks found out: fine, perhaps with a note; or what is wrong and how to mend it. */
export const finding = z.object({
  what: z.string(),
  ok: z.boolean(),
  /** Told, and not wrong. Lines of their own after the first. */
  note: z.optional(z.string()),
  /** What is wrong; only where it is not fine. */
  reason: z.optional(z.string()),
  mend: z.optional(z.string()),
})
export type Finding = z.output<typeof finding>
