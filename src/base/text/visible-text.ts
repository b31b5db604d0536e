import * as z from 'zod/mini'
import { boundedText } from './outcome.ts'
import { hasUnseen, isBlank } from './unseen.ts'

const visibleTextMessages = {
  missing: 'This cannot be empty',
  unseen: 'This has characters that cannot be seen',
} as const

/** A text that is shown to others as it was entered, without what no reader sees; `lines` may have several. */
export const visibleText = (maxLength: number, { minLength = 1, lines = false } = {}) =>
  z.pipe(
    boundedText(maxLength + 100),
    z.pipe(
      z.transform((typed: string) => typed.replace(/\r\n/g, '\n').trim()),
      boundedText(maxLength).check(
        z.refine((text) => minLength === 0 || !isBlank(text), visibleTextMessages.missing),
        // Lines may end where they are allowed to.
        z.refine((text) => !hasUnseen(lines ? text.replace(/\n/g, ' ') : text), visibleTextMessages.unseen),
      ),
    ),
  )
