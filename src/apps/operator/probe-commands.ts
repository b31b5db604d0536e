import { invalid } from '#base/http/refusal.ts'
import {
  addProbeMailbox,
  listProbeMailboxes,
  removeProbeMailbox,
} from '#features/capacity/server/hosts/probe-mailboxes.ts'
import { probeLines } from '#features/health/rules/probes.ts'
import { type Canary, chooseCanary, readCanary } from '#features/health/server/placement/canary.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import { type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import { type Command, given, type Options, reading, table, WrongUsage } from './command.ts'
import { readKeyFile, readText } from './credential-files.ts'

const at = { help: 'microsoft or google', required: true }

function vendorIn(options: Options): ProbeVendor {
  const vendor = probeVendors.find((each) => each === options.at)
  if (!vendor) throw invalid('--at must be microsoft or google.')
  return vendor
}

const credentials: Record<ProbeVendor, (options: Options) => unknown> = {
  microsoft: (options) => ({
    address: options.address,
    tenantId: options['tenant-id'],
    clientId: options['client-id'],
    clientSecret: readText(options['secret-file']).trim(),
  }),
  google: (options) => ({ address: options.address, ...readKeyFile(options['key-file']) }),
}
const needed: Record<ProbeVendor, readonly string[]> = {
  microsoft: ['tenant-id', 'client-id', 'secret-file'],
  google: ['key-file'],
}

function refuseIncomplete(vendor: ProbeVendor, options: Options): void {
  const missing = needed[vendor].filter((flag) => options[flag] === undefined).map((flag) => `--${flag}`)
  if (missing.length > 0) throw invalid(`With --at ${vendor}, give ${listText(missing)} too.`)
}
const listText = (flags: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(flags)

function canaryText(canary: Canary | undefined): string {
  if (!canary) return 'There is no canary.'
  const { domain, isSending, hosts } = canary
  const counts = hosts.map(({ at, arrived, junk }) => `${junk} of ${arrived} in junk at ${vendorNames[at]}`)
  const day = counts.length > 0 ? `in the last day ${counts.join(', ')}` : 'nothing arrived in the last day'
  return `${domain} is the canary: ${day}.${isSending ? '' : ' It sends no probes any more: choose another.'}`
}

const restingText = (count: number): string =>
  count === 1
    ? 'One domain rests by what probes have shown. It returns once what is still seen of it is well.'
    : `${count} domains rest by what probes have shown. They return once what is still seen of them is well.`

/** "2 at microsoft, 1 at google" */
const countText = (there: readonly { vendor: ProbeVendor }[]): string =>
  probeVendors.map((each) => `${there.filter(({ vendor }) => vendor === each).length} at ${each}`).join(', ')

/**
 * The operator's mailboxes to which each domain sends a mail before it is called done, and once it is, one a day that shows
 * where its mail arrives.
 */
export const probeCommands: readonly Command[] = [
  {
    name: 'probe add',
    summary:
      'add a mailbox that receives test mail and probes at Microsoft, or at Google, in a tenant or account without customers, or give one that is there new credentials; refused if it cannot be read',
    options: {
      at,
      address: { help: 'its address', required: true },
      'tenant-id': { help: 'at Microsoft: the directory (tenant) id' },
      'client-id': { help: 'at Microsoft: the application (client) id of an app that has Mail.Read' },
      'secret-file': { help: 'at Microsoft: a file that holds the client secret’s value and nothing else' },
      'key-file': { help: 'at Google: the key file of a service account that may use gmail.readonly' },
    },
    async run(deps, options, print) {
      const vendor = vendorIn(options)
      refuseIncomplete(vendor, options)
      const probe = await addProbeMailbox(deps, { vendor, credentials: credentials[vendor](options) })
      if (!probe.ok) {
        print(`It cannot be read, and nothing is changed: ${probe.reason}`)
        return 1
      }
      const address = given(options, 'address')
      print(probe.isNew ? `${address} is added.` : `${address} is read with these credentials from now on.`)
      const there = await listProbeMailboxes(deps)
      const other = probeVendors.find((each) => !there.some((one) => one.vendor === each))
      print(
        other
          ? `Domains are proven once there is one at ${other} as well.`
          : 'Domains are proven from now on; those that are not yet proven are tested again now.',
      )
      print(
        `Where mail of delivered domains arrives is watched at each host with ${probeLines.seedsNeeded} of them. There are ${countText(there)}.`,
      )
      return 0
    },
  },
  reading({
    name: 'probe list',
    summary: 'the mailboxes that receive test mail and probes',
    read: (deps) => listProbeMailboxes(deps),
    show: (rows) =>
      table(
        rows.map(({ vendor, address, since, lastRead }) => ({
          at: vendor,
          address,
          since: since.toISOString(),
          'last read': lastRead.toISOString(),
        })),
      ),
  }),
  {
    name: 'probe canary',
    summary:
      'choose a delivered domain that is known to be good: where its hourly probe lies in junk, what others show in that hour does not count; without options, tell which it is',
    options: {
      domain: { help: 'its name' },
      none: { help: 'watch without one', flag: true },
    },
    async run({ db }, options, print) {
      const { domain, none } = options
      if (domain !== undefined && none !== undefined)
        throw new WrongUsage('Give --domain or --none, not both.')
      if (domain !== undefined || none !== undefined) await chooseCanary(db, domain ?? null)
      print(canaryText(await readCanary(db)))
    },
  },
  {
    name: 'probe remove',
    summary:
      'forget one, and what it has seen; domains are not proven any more where it was the last of its host',
    options: { at, address: { help: 'its address, where there are several at the host' } },
    async run(deps, options, print) {
      const { address, resting } = await removeProbeMailbox(deps, {
        vendor: vendorIn(options),
        address: options.address,
      })
      print(`${address} is forgotten.`)
      if (resting > 0) print(restingText(resting))
    },
  },
]
