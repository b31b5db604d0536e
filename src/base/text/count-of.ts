import { numberText } from './number-text.ts'

/** `countOf(2, 'domain')` is "2 domains", `countOf(1, 'domain')` "1 domain"; other plurals are given. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : plural}`
