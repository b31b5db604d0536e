import { expect, it } from 'vitest'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { dnsimpleOf } from '#vendors/testing/dnsimple-bench.ts'
import { openHost as openGoogle } from '#vendors/testing/google-host.ts'
import { people } from '#vendors/testing/mailboxes.ts'
import { openHost as openMicrosoft } from '#vendors/testing/microsoft-host.ts'

const name = 'contoso-outreach42.com'

/** What a person does in Google's admin console. */
async function pressInConsole({ sandbox, origin }: ContractBench, path: string): Promise<string> {
  const response = await sandbox.fetch(`${origin}/_google${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: name }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { value: string }).value
}

async function switchDkimOn(bench: ContractBench, host: MailboxHost, publish: Publish): Promise<void> {
  if (host.dkimBy === 'api') {
    await publish((await host.ensureDkimKeys(name)).records)
    return host.enableDkim(name)
  }
  const content = await pressInConsole(bench, '/dkim')
  await publish([{ name: 'google._domainkey', type: 'TXT', content }])
  await pressInConsole(bench, '/dkim/start')
}
type Publish = (records: DnsRecord[]) => Promise<unknown>

it.each([
  ['Microsoft', openMicrosoft, 52, /\.mail\.protection\.outlook\.com$/],
  ['Google', openGoogle, 3, /^smtp\.google\.com$/],
] as const)(
  'a bought name becomes mailboxes at %s, over real HTTP and DNS',
  async (_, openHost, count, mx) => {
    const bench = await openBench('http')
    try {
      const { registrar, zones } = dnsimpleOf(bench)
      const host = openHost(bench)
      await registrar.ensureRegistered(name, { ceilingCents: 25_00, autoRenew: true })
      await zones.ensureZone(name)
      const publish: Publish = (records) => zones.ensureRecords(name, records)

      await host.ensureDomain(name)
      await publish([await host.verificationRecord(name)])
      await host.verifyDomain(name)
      await publish(await host.mailRecords(name))
      await switchDkimOn(bench, host, publish)
      // Google's answer to a new user never says that it is ready.
      allSucceeded(await host.ensureMailboxes(people(name, count)))
      const made = allSucceeded(await host.ensureMailboxes(people(name, count)))
      expect(made.every(({ enabled, ready }) => enabled && ready)).toBe(true)

      const dns = createDns({ servers: [`127.0.0.1:${bench.sandbox.ports.dns}`] }, bench.dependencies)
      expect(await dns.mx(name)).toMatchObject({
        state: 'found',
        values: [{ exchange: expect.stringMatching(mx) }],
      })
      expect(await dns.txt(name)).toMatchObject({ state: 'found', values: { length: 2 } })
    } finally {
      await bench.sandbox.close()
    }
  },
)
