import { expect, test } from 'vitest'
import { demoInstantly } from '../../sandbox/instantly/demo.ts'
import { demoSmartlead } from '../../sandbox/smartlead/demo.ts'
import { sandboxBulkDemo } from './sandbox-bulk-demo.ts'

test('the credentials that pages fill in are those that the sandbox takes', () => {
  const { instantly, smartlead } = sandboxBulkDemo
  expect([instantly.session, instantly.orgAuth, instantly.apiKey]).toEqual([
    demoInstantly.session,
    demoInstantly.orgAuth,
    demoInstantly.apiKey,
  ])
  expect([smartlead.session, smartlead.apiKey]).toEqual([demoSmartlead.jwt, demoSmartlead.apiKey])
  const names = (demo: { domains: readonly { name: string }[] }) => demo.domains.map(({ name }) => name)
  expect(names(demoInstantly)).toEqual(expect.arrayContaining(instantly.domains.split(', ')))
  expect(names(demoSmartlead)).toEqual(expect.arrayContaining(smartlead.domains.split(', ')))
})
