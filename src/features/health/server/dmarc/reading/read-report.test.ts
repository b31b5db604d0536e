import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { readClaim } from '../mail/read-claim.ts'
import { readReport } from './read-report.ts'

const file = (name: string) => readFileSync(new URL(`../testing/reports/${name}`, import.meta.url))
const servers = new BlockList()
servers.addSubnet('203.0.113.0', 26, 'ipv4')
const now = Date.parse('2026-11-28')

test('a report that Microsoft has signed for the name below its own counts as Microsoft’s', async () => {
  const claim = readClaim(file('microsoft.eml'), '0123456789abcdef0123456789abcdef@reports.example')
  expect(claim).toMatchObject({
    reporter: 'microsoft',
    keyName: 'selector1._domainkey.notification.microsoft.com',
  })
  const key = [file('microsoft-key.txt').toString().trim()]
  const { mail, signedFor } = claim
  expect(await readReport({ mail, signedFor, key, domain: 'acmemail.com', servers, now })).toMatchObject({
    counted: { counts: { ours: 3, oursPassed: 3, forwarded: 0, foreign: 0, hijacked: 0 } },
  })
})
