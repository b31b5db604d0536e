/** An act on more domains than this wants a word typed, so that nobody does it by a slip. */
const withoutWord = 50

export const wantsWord = (domains: number): boolean => domains > withoutWord

/** What is to be typed before an act on so many domains: the number of them. */
const wordFor = (domains: number): string => String(domains)

export const typeTheNumber = (domains: number): string =>
  `This touches ${domains} domains. Type ${wordFor(domains)} to go on.`

/** Whether an act may go on with what was typed. */
export const isWordGiven = (domains: number, word: string | undefined): boolean =>
  !wantsWord(domains) || word?.trim() === wordFor(domains)
