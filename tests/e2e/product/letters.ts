/** A number in letters, for names that may have no digits. */
export const letters = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')

/** Which of the workers of the tests this is: they count for themselves, on one product. */
export const workerLetters = letters(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
