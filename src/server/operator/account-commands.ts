import { readFileSync } from 'node:fs'
import { countOf } from '#shared/count-of.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  type AccountVendor,
  addProviderAccount,
  type Capacity,
  listProviderAccounts,
  renewProviderAccount,
  setAccountState,
} from '../features/provider-accounts/provider-accounts.ts'
import { invalid } from '../http/refusal.ts'
import { type Command, type Option, table } from './command.ts'

type Options = Record<string, string | undefined>

interface Kind {
  vendor: AccountVendor
  /** The first word of its commands. */
  word: string
  noun: string
  credentialOptions: Record<string, Option>
  /** As the account's schema wants them. */
  credentials(options: Options): unknown
}

const kinds: readonly Kind[] = [
  {
    vendor: 'microsoft',
    word: 'tenant',
    noun: 'tenant',
    credentialOptions: {
      'tenant-id': { help: 'the directory (tenant) id', required: true },
      'client-id': { help: 'the application (client) id', required: true },
      'initial-domain': { help: 'its name.onmicrosoft.com', required: true },
      'secret-file': { help: 'a file that holds the client secret’s value and nothing else', required: true },
    },
    credentials: (options) => ({
      tenantId: options['tenant-id'],
      clientId: options['client-id'],
      initialDomain: options['initial-domain'],
      clientSecret: readText(options['secret-file']).trim(),
    }),
  },
  {
    vendor: 'google',
    word: 'google-account',
    noun: 'Google account',
    credentialOptions: {
      'key-file': { help: 'the service account’s key file, as Google gives it (JSON)', required: true },
      'admin-email': { help: 'the super administrator it acts for', required: true },
      'customer-id': { help: 'the customer id, which begins with C', required: true },
    },
    credentials(options) {
      const file = options['key-file']
      let key: { client_email?: unknown; private_key?: unknown }
      try {
        key = JSON.parse(readText(file))
      } catch (error) {
        if (error instanceof SyntaxError) throw invalid(`${file} is not a key file: it holds no JSON.`)
        throw error
      }
      return {
        clientEmail: key.client_email,
        privateKey: key.private_key,
        adminEmail: options['admin-email'],
        customerId: options['customer-id'],
      }
    },
  },
]

const capacityOptions = {
  domains: { help: 'domains that fit in', required: true },
  mailboxes: { help: 'mailboxes that fit in', required: true },
  recipients: { help: 'outside recipients a day, warm-up mail included', required: true },
} as const satisfies Record<string, Option>

const capacityOf = (options: Options): Capacity => ({
  domains: wholeNumber('domains', options.domains),
  mailboxes: wholeNumber('mailboxes', options.mailboxes),
  dailyRecipients: wholeNumber('recipients', options.recipients),
})

function wholeNumber(name: string, text: string | undefined): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text ?? '') || value < 1) throw invalid(`--${name} must be a whole number above 0.`)
  return value
}

/** Secrets come from files: what is typed stays in the shell's history. */
function readText(path: string | undefined): string {
  try {
    return readFileSync(path ?? '', 'utf8')
  } catch {
    throw invalid(`The file ${path} cannot be read.`)
  }
}

const label = { help: 'your name for it', required: true }

async function tryOut(
  { vendors }: Dependencies,
  accountId: string,
  print: (line: string) => void,
): Promise<void> {
  const probe = await (await vendors.mailboxHost(accountId)).probe()
  print(probe.ok ? 'It works.' : `It does not work yet: ${probe.reason}`)
}

/** Where mailboxes are made: the operator's Microsoft tenants and Google accounts. */
export const accountCommands: readonly Command[] = kinds.flatMap((kind): Command[] => {
  const { vendor, word, noun } = kind
  return [
    {
      name: `${word} add`,
      summary: `add a ${noun} for new domains, and try whether it works`,
      options: { label, ...kind.credentialOptions, ...capacityOptions },
      async run(deps, options, print) {
        const id = await addProviderAccount(deps, {
          vendor,
          label: options.label as string,
          credentials: kind.credentials(options),
          capacity: capacityOf(options),
        })
        print(`${options.label} is added. Domains that waited for room go on by themselves.`)
        await tryOut(deps, id, print)
      },
    },
    {
      name: `${word} renew`,
      summary: `give a ${noun} new credentials, and try whether they work`,
      options: { label, ...kind.credentialOptions },
      async run(deps, options, print) {
        const id = await renewProviderAccount(deps, {
          vendor,
          label: options.label as string,
          credentials: kind.credentials(options),
        })
        print(`${options.label} has new credentials.`)
        await tryOut(deps, id, print)
      },
    },
    {
      name: `${word} list`,
      summary: `each ${noun} with what stands there and what fits in`,
      async run(deps, _options, print) {
        const rows = await listProviderAccounts(deps, vendor)
        print(
          table(
            rows.map(({ id, label: name, state, use, capacity }) => ({
              id,
              label: name,
              state,
              domains: `${use.domains} of ${capacity.domains}`,
              mailboxes: `${use.mailboxes} of ${capacity.mailboxes}`,
              'recipients a day': `${use.dailyRecipients} of ${capacity.dailyRecipients}`,
            })),
          ),
        )
      },
    },
    ...(['drain', 'open'] as const).map(
      (verb): Command => ({
        name: `${word} ${verb}`,
        summary: verb === 'drain' ? `place nothing new in a ${noun}; what it has stays` : 'undo drain',
        options: { label },
        async run(deps, options, print) {
          const name = options.label as string
          const state = verb === 'drain' ? 'draining' : 'open'
          const stay = await setAccountState(deps, { vendor, label: name, state })
          print(
            verb === 'drain'
              ? `${name} takes nothing new. ${countOf(stay, 'domain')} there until taken down.`
              : `${name} takes new domains again.`,
          )
        },
      }),
    ),
  ]
})
