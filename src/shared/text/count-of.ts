import { numberText } from './number-text.ts'
/** `countOf(2, 'domain')` is "2 domains", `countOf(1, 'domain')` "1 domain". */
export const countOf = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`
