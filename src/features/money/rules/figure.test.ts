import { expect, test } from 'vitest'
import { known, negative, reasonsOf, sumOf, unknown } from './figure.ts'

const noDomain = 'No cost is entered for registration, .com (per domain, once).'
const noFee = 'Stripe has not told its fee.'

test('a sum is unknown where a part of it is, for each reason once, however often they were added up before', () => {
  const cost = sumOf([unknown(noDomain), known(5), unknown(noFee)])
  expect(cost).toEqual({ cents: null, why: `${noDomain} ${noFee}` })
  expect(sumOf([cost, negative(unknown(noFee)), known(1)])).toEqual(cost)
  expect(sumOf([known(3), negative(known(5))])).toEqual(known(-2))
})

test('reasons come apart again as they were given', () => {
  expect(reasonsOf([sumOf([unknown(noDomain), unknown(noFee)]), known(1), unknown(noFee)])).toEqual([
    noDomain,
    noFee,
  ])
})
