import { describe, expect, it } from 'vitest'
import { catchVendorError, continueWith, failed, succeeded } from './call-outcome.ts'
import { VendorError } from './vendor-error.ts'

const error = new VendorError({ vendor: 'google', operation: 'x', kind: 'rejected', reason: 'y' })

describe('going on with those that need it', () => {
  it('keeps what failed before and what is done in its place', async () => {
    const outcomes = await continueWith(
      [succeeded(1), failed(error), succeeded(2), succeeded(3)],
      (value) => value % 2 === 1,
      async (due) => due.map((value) => (value === 3 ? failed(error) : succeeded(value * 10))),
    )
    expect(outcomes).toEqual([succeeded(10), failed(error), succeeded(2), failed(error)])
  })

  it('does nothing when nobody needs it', async () => {
    const act = () => Promise.reject(new Error('not called'))
    expect(await continueWith([failed(error)], () => true, act)).toEqual([failed(error)])
  })
})

it('only a vendor’s error is an outcome', async () => {
  expect(await catchVendorError(Promise.reject(error))).toEqual(failed(error))
  await expect(catchVendorError(Promise.reject(new Error('lease lost')))).rejects.toThrow('lease lost')
})
