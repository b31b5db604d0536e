import { expect, test } from 'vitest'
import { callsOfStep } from './calls-of-step.ts'

test('a step is under way from its first call on, and the next run of it begins again', async () => {
  const { signal } = new AbortController()
  const lease = { signal, beforeCall: async () => ({ remainingMs: 60_000 }) }
  const whose = { purpose: 'paid', customerId: 'cus_1' } as const
  const call = callsOfStep(lease, whose)
  expect(call).toMatchObject(whose)
  expect(call.isUnderWay?.()).toBe(false)
  expect(await call.beforeCall?.()).toEqual({ remainingMs: 60_000 })
  expect(call.isUnderWay?.()).toBe(true)
  expect(callsOfStep(lease, whose).isUnderWay?.()).toBe(false)
})
