import { numberText } from './number-text.ts'

/** `123450` is "$1,234.50". */
export const formatUsd = (amountCents: number): string =>
  `${amountCents < 0 ? '-' : ''}$${numberText(Math.abs(amountCents) / 100, 2)}`

/** Amounts in requests are dollars with decimals; inside they are cents. */
export const dollarsOf = (amountCents: number): number => amountCents / 100
export const centsOfDollars = (dollars: number): number => Math.round(dollars * 100)
