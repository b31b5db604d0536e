import type { AccountVendor } from '#base/db/schema/index.ts'
import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { secretExpiry } from '#features/capacity/rules/account-rooms.ts'
import type { AccountName, Capacity } from '#features/capacity/server/hosts/account.ts'
import { setAccountCapacity } from '#features/capacity/server/hosts/account-capacity.ts'
import {
  reopenProviderAccount,
  setAccountState,
  tryProviderAccount,
} from '#features/capacity/server/hosts/account-state.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import { askProviderAccount } from '#features/capacity/server/hosts/ask-account.ts'
import { listProviderAccounts } from '#features/capacity/server/hosts/list-accounts.ts'
import { wordOf } from '#features/capacity/server/hosts/refuse-same-account.ts'
import { removeProviderAccount } from '#features/capacity/server/hosts/remove-account.ts'
import {
  refuseWorseCredentials,
  renewProviderAccount,
} from '#features/capacity/server/hosts/renew-account.ts'
import { type Command, given, type Option, type Print, reading, table } from './command.ts'
import { readKeyFile, readText } from './credential-files.ts'

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
    word: wordOf.microsoft,
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
    word: wordOf.google,
    noun: 'Google account',
    credentialOptions: {
      'key-file': { help: 'the service account’s key file, as Google gives it (JSON)', required: true },
      'admin-email': { help: 'the super administrator it acts for', required: true },
      'customer-id': { help: 'the customer id, which begins with C', required: true },
    },
    credentials: (options) => ({
      ...readKeyFile(options['key-file']),
      adminEmail: options['admin-email'],
      customerId: options['customer-id'],
    }),
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

const leave = {
  help: 'although domains that were being added there may have an entry left, which nobody removes then',
  flag: true,
}
const leftBehind = (names: readonly string[]) =>
  `Look in the vendor's console for what may be left there: ${names.join(', ')}.`

const label = { help: 'your name for it', required: true }
const expires = { help: 'the day on which the secret ends, like 2027-03-31, where it has one' }

function expiryOf({ expires: text }: Options): string | null {
  const parsed = secretExpiry.safeParse(text ?? null)
  if (!parsed.success) throw invalid('--expires must be a day like 2027-03-31.')
  return parsed.data
}

const staysClosed =
  'It is closed: nothing is placed there. Correct it with renew, which opens it once it works; remove forgets it.'

async function tryOut(
  deps: Dependencies,
  account: { id: string; vendor: AccountVendor; label: string },
  print: Print,
): Promise<number> {
  const { probe, state, limits } = await tryProviderAccount(deps, account)
  const data = { works: probe.ok, state }
  if (!probe.ok) print(`It does not work yet: ${probe.reason}`, { data })
  else print(state === 'draining' ? 'It works, and continues draining.' : 'It works.', { data })
  if (limits) print(limits)
  if (state === 'closed') print(staysClosed)
  return probe.ok ? 0 : 1
}

/** Only what works takes new domains. */
async function reopen(deps: Dependencies, account: AccountName, print: Print): Promise<number> {
  const probe = await reopenProviderAccount(deps, account)
  if (probe.ok) print(`${account.label} takes new domains again.`)
  else print(`It does not work yet: ${probe.reason}\n${staysClosed}`)
  return probe.ok ? 0 : 1
}

/** Asks, and leaves everything as it is. */
async function ask(deps: Dependencies, account: AccountName, print: Print): Promise<number> {
  const answer = await askProviderAccount(deps, account)
  if (answer.ok) print(`${account.label} works.`, { data: { works: true } })
  else print(`${account.label} does not work: ${answer.reason}`, { data: { works: false } })
  return answer.ok ? 0 : 1
}

/** Where mailboxes are made: the operator's Microsoft tenants and Google accounts. */
export const accountCommands: readonly Command[] = kinds.flatMap((kind): Command[] => {
  const { vendor, word, noun } = kind
  return [
    {
      name: `${word} add`,
      summary: `add a ${noun} for new domains; it stays closed until it was seen to work`,
      options: { label, ...kind.credentialOptions, ...capacityOptions, expires },
      async run(deps, options, print) {
        const id = await addProviderAccount(deps, {
          vendor,
          label: given(options, 'label'),
          credentials: kind.credentials(options),
          capacity: capacityOf(options),
          secretExpiresOn: expiryOf(options),
          state: 'closed',
        })
        print(`${options.label} is added. Once it works, domains that waited for room go on by themselves.`, {
          data: { id },
        })
        return tryOut(deps, { id, vendor, label: given(options, 'label') }, print)
      },
    },
    {
      name: `${word} renew`,
      summary: `give a ${noun} new credentials, also another id while it is empty; opens it if they work, closes it if not`,
      options: { label, ...kind.credentialOptions, expires, leave },
      async run(deps, options, print) {
        const account = { vendor, label: given(options, 'label') }
        const credentials = kind.credentials(options)
        await refuseWorseCredentials(deps, { ...account, credentials })
        const { id, left } = await renewProviderAccount(
          deps,
          { ...account, credentials, secretExpiresOn: expiryOf(options) },
          { isLeft: options.leave !== undefined },
        )
        print(`${options.label} has new credentials.`)
        if (left.length > 0) print(leftBehind(left), { data: { left } })
        return tryOut(deps, { id, ...account }, print)
      },
    },
    reading({
      name: `${word} list`,
      summary: `each ${noun} with what stands there and what fits in`,
      read: (deps) => listProviderAccounts(deps, vendor),
      show: (rows) =>
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
    }),
    {
      name: `${word} capacity`,
      summary: `change how much fits into a ${noun}; what is there stays`,
      options: { label, ...capacityOptions },
      async run(deps, options, print) {
        const name = given(options, 'label')
        await setAccountCapacity(deps, { vendor, label: name, capacity: capacityOf(options) })
        print(`${name} has its new capacity.`)
      },
    },
    {
      name: `${word} probe`,
      summary: `ask now whether a ${noun} works; changes nothing about it`,
      options: { label },
      run: (deps, options, print) => ask(deps, { vendor, label: given(options, 'label') }, print),
    },
    {
      name: `${word} remove`,
      summary: `forget a ${noun} that is closed or draining and has no domains`,
      options: { label, leave },
      async run(deps, options, print) {
        const name = given(options, 'label')
        const left = await removeProviderAccount(
          deps,
          { vendor, label: name },
          { isLeft: options.leave !== undefined },
        )
        print(`${name} is removed. Domains that had a place there are placed elsewhere.`)
        if (left.length > 0) print(leftBehind(left), { data: { left } })
      },
    },
    ...(['drain', 'open'] as const).map(
      (verb): Command => ({
        name: `${word} ${verb}`,
        summary:
          verb === 'drain'
            ? `place nothing new in a ${noun}; what it has stays, domains of which nothing is there yet are placed elsewhere`
            : `let a ${noun} that drains or is closed take new domains again, if it works`,
        options: { label },
        async run(deps, options, print) {
          const name = given(options, 'label')
          if (verb === 'open') return reopen(deps, { vendor, label: name }, print)
          const stay = await setAccountState(deps, { vendor, label: name, state: 'draining' })
          print(`${name} takes nothing new. ${countOf(stay, 'domain')} there until taken down.`, {
            data: { domains: stay },
          })
        },
      }),
    ),
  ]
})
