import { describe, expect, it } from 'vitest'
import { continueWith, settle, settled, unsettled } from './settled.ts'
import { VendorError } from './vendor-error.ts'

const error = new VendorError({ vendor: 'google', operation: 'x', kind: 'rejected', reason: 'y' })

describe('going on with those that need it', () => {
  it('keeps what failed before and what is done in its place', async () => {
    const outcomes = await continueWith(
      [settled(1), unsettled(error), settled(2), settled(3)],
      (value) => value % 2 === 1,
      async (due) => due.map((value) => (value === 3 ? unsettled(error) : settled(value * 10))),
    )
    expect(outcomes).toEqual([settled(10), unsettled(error), settled(2), unsettled(error)])
  })

  it('does nothing when nobody needs it', async () => {
    const act = () => Promise.reject(new Error('not called'))
    expect(await continueWith([unsettled(error)], () => true, act)).toEqual([unsettled(error)])
  })
})

it('only a vendor’s error is an outcome', async () => {
  expect(await settle(Promise.reject(error))).toEqual(unsettled(error))
  await expect(settle(Promise.reject(new Error('lease lost')))).rejects.toThrow('lease lost')
})
