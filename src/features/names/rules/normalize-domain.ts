import { withoutUnseen } from '#base/text/unseen.ts'

/** Around what is copied out of a table, a message or code: part of no name. */
const around = /["'`“”„‘’‚«»‹›\s]/

/** Without the quotes and blanks around it. */
export function bare(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && around.test(text.charAt(from))) from++
  while (to > from && around.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

const scheme = /^[a-z][a-z0-9+.-]*:\/\//

/**
 * The one spelling of a name: in lower case, without what stands around it when it is copied: quotes, blanks and what
 * nobody sees, the scheme and the last slash of an address, the `@` before it and the dot that may end it. Says nothing
 * about its being valid.
 */
export const normalizeDomain = (text: string): string =>
  bare(withoutUnseen(text))
    .toLowerCase()
    .replace(scheme, '')
    .replace(/^@/, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '')
