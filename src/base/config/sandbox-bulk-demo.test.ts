import { expect, test } from 'vitest'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { sandboxBulkDemo } from './sandbox-bulk-demo.ts'

test('the credentials that pages fill in are those that the sandbox takes', () => {
  const { instantly, smartlead } = sandboxBulkDemo
  expect([instantly.apiKey, smartlead.apiKey]).toEqual([demoInstantly.apiKey, demoSmartlead.apiKey])
  const names = (demo: { domains: readonly { name: string }[] }) => demo.domains.map(({ name }) => name)
  expect(names(demoInstantly)).toEqual(expect.arrayContaining(instantly.domains.split(', ')))
  expect(names(demoSmartlead)).toEqual(expect.arrayContaining(smartlead.domains.split(', ')))
})
