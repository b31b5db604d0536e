import { expect, test } from 'vitest'
import { pointsToText } from './points-to.ts'

const ours = ['ns1.here.net', 'ns2.here.net']

test.each([
  [undefined, 'where it points could not be looked up'],
  [[], 'points to no name servers now'],
  [['ns2.here.net', 'ns1.here.net'], 'points here already'],
  [['ns1.here.net', 'ns1.else.net'], 'points to ns1.here.net, ns1.else.net'],
  [['a.x', 'b.x', 'c.x', 'd.x', 'e.x'], 'points to a.x, b.x, c.x, d.x and 1 other'],
])('%j: %s', (nameServers, text) => {
  expect(pointsToText(nameServers, ours)).toBe(text)
})
