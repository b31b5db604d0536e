import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { countSources } from './count-sources.ts'

const servers = new BlockList()
servers.addSubnet('203.0.113.0', 26, 'ipv4')

const counted = (ip: string, envelopeFrom: string, dkim = false) => {
  const mails = { count: 1, dkim, spf: true, reasons: [], headerFrom: 'example.com' }
  const report = { organisation: 'x', id: '1', domain: 'example.com', begin: 0, end: 1 }
  return countSources({ ...report, rows: [{ ...mails, ip, envelopeFrom }] }, 'example.com', servers)
}

test('only mail with the domain itself as return path shows that its own SPF record lets others send', () => {
  expect(counted('198.51.100.7', 'example.com')).toMatchObject({ hijacked: 1, foreign: 0 })
  // What a name below it lets through is the record of that one: a newsletter's, for one.
  expect(counted('198.51.100.7', 'news.example.com')).toMatchObject({ hijacked: 0, foreign: 1 })
  expect(counted('203.0.113.5', 'bounces.example.com')).toMatchObject({ ours: 1, oursPassed: 1 })
})

test('mail that the host’s own servers send with another return path is forwarded, or not the domain’s at all', () => {
  expect(counted('203.0.113.5', 'other.example.net', true)).toMatchObject({ forwarded: 1, ours: 0 })
  expect(counted('203.0.113.5', 'other.example.net')).toMatchObject({ foreign: 1, ours: 0 })
  // A return path that only ends like the domain is another's too.
  expect(counted('203.0.113.5', 'notexample.com')).toMatchObject({ foreign: 1, ours: 0 })
})
