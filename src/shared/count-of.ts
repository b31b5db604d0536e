/** `countOf(2, 'domain')` is "2 domains", `countOf(1, 'domain')` "1 domain". */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
