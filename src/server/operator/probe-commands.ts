import {
  addProbeMailbox,
  listProbeMailboxes,
  removeProbeMailbox,
} from '../features/provider-accounts/probe-mailboxes.ts'
import { invalid } from '../http/refusal.ts'
import { type ProbeVendor, probeVendors } from '../providers/ports/proof-mail.ts'
import { type Command, given, type Options, reading, table } from './command.ts'
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

/** The operator's two mailboxes to which each domain sends a mail before it is called done. */
export const probeCommands: readonly Command[] = [
  {
    name: 'probe add',
    summary:
      'add the mailbox that receives test mail at Microsoft, or at Google, in a tenant or account without customers; refused if it cannot be read',
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
        print(`It cannot be read, and is not added: ${probe.reason}`)
        return 1
      }
      print(`${given(options, 'address')} is added.`)
      const there = await listProbeMailboxes(deps)
      const other = probeVendors.find((each) => !there.some((one) => one.vendor === each))
      print(
        other
          ? `Domains are proven once there is one at ${other} as well.`
          : 'Domains are proven from now on; those that are not yet proven are tested again now.',
      )
      return 0
    },
  },
  reading({
    name: 'probe list',
    summary: 'the mailboxes that receive test mail',
    read: (deps) => listProbeMailboxes(deps),
    show: (rows) =>
      table(rows.map(({ vendor, address, since }) => ({ at: vendor, address, since: since.toISOString() }))),
  }),
  {
    name: 'probe remove',
    summary: 'forget one; domains are not proven any more until there is another',
    options: { at },
    async run(deps, options, print) {
      print(`${await removeProbeMailbox(deps, vendorIn(options))} is forgotten.`)
    },
  },
]
