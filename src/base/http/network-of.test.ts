import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network-of.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff:ffff:ffff:ffff:ffff', '2001:db8:1::/48'],
  ['2001:db8:2::1', '2001:db8:2::/48'],
])('%s is at the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})

test('what is no address at all is one place of its own, of bounded length', () => {
  expect(networkOf('x'.repeat(10_000))).toBe('x'.repeat(64))
  expect(networkOf('')).toBe('')
})
