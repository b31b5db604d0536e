import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { accountLabel } from '#features/capacity/rules/account-rooms.ts'
import { addDnsAccount } from '#features/capacity/server/registrars/add-dns-account.ts'
import {
  askDnsAccount,
  removeDnsAccount,
  renameDnsAccount,
  renewDnsAccount,
  setDnsAccountState,
} from '#features/capacity/server/registrars/change-dns-account.ts'
import { listDnsAccounts } from '#features/capacity/server/registrars/list-dns-accounts.ts'
import { noticeAddress } from '#features/capacity/server/registrars/notice-webhook.ts'
import { type Command, given, type Options, reading, table } from './command.ts'
import { readText } from './credential-files.ts'

const label = { help: 'your name for it', required: true }
const credentialOptions = {
  'token-file': { help: 'a file that holds an account token and nothing else', required: true },
  'registrant-id': { help: 'the contact in that account for registrations', required: true },
}
const credentialsOf = (options: Options) => ({
  token: readText(options['token-file']).trim(),
  registrantId: Number(options['registrant-id']),
})

/** The operator's accounts at the registrar, beside the one of DNSIMPLE_TOKEN. */
export const dnsAccountCommands: readonly Command[] = [
  {
    name: 'dns-account add',
    summary: 'add another account at DNSimple; new domains are shared among the open ones',
    options: { label, ...credentialOptions },
    async run(deps, options, print) {
      const id = await addDnsAccount(deps, {
        label: given(options, 'label'),
        credentials: credentialsOf(options),
      })
      print(`${options.label} is added. It works, and takes new domains.`, { data: { id } })
    },
  },
  reading({
    name: 'dns-account list',
    summary: 'each account at DNSimple with its domains and what is left of its hour',
    read: ({ db, config }) => listDnsAccounts(db, config.limitsScale),
    show: (rows) =>
      table(
        rows.map(({ label: name, state, domains, calls }) => ({
          label: name,
          state,
          domains,
          'calls left this hour': `${calls.left} of ${calls.ofHour}`,
        })),
      ),
  }),
  {
    name: 'dns-account webhook',
    summary: 'print the secret address for DNSimple’s notices; enter it there as a webhook of each account',
    options: {},
    async run(deps, _options, print) {
      print(noticeAddress(deps))
    },
  },
  {
    name: 'dns-account probe',
    summary: 'ask now whether an account works; changes nothing about it',
    options: { label },
    async run(deps, options, print) {
      const name = given(options, 'label')
      const probe = await askDnsAccount(deps, name)
      print(probe.ok ? `${name} works.` : `${name} does not work: ${probe.reason}`, {
        data: { works: probe.ok },
      })
      return probe.ok ? 0 : 1
    },
  },
  {
    name: 'dns-account renew',
    summary: 'give an account another token; refused if it does not work, or is of another account',
    options: { label, ...credentialOptions },
    async run(deps, options, print) {
      const name = given(options, 'label')
      await renewDnsAccount(deps, { label: name, credentials: credentialsOf(options) })
      print(`${name} has its new token, which works.`)
    },
  },
  {
    name: 'dns-account rename',
    summary: 'give an account another name; nothing else about it changes',
    options: { label, to: { help: 'the new name', required: true } },
    async run(deps, options, print) {
      const [from, to] = [given(options, 'label'), accountLabel.safeParse(given(options, 'to'))]
      if (!to.success) throw invalid(`--to: ${to.error.issues[0]?.message}`)
      await renameDnsAccount(deps, { label: from, to: to.data })
      print(`${from} is called ${to.data} now.`)
    },
  },
  {
    name: 'dns-account drain',
    summary: 'give an account no new domains; those it has stay with it',
    options: { label },
    async run(deps, options, print) {
      const name = given(options, 'label')
      const stay = await setDnsAccountState(deps, { label: name, state: 'draining' })
      print(`${name} takes nothing new. ${countOf(stay, 'domain')} there, and there they stay.`, {
        data: { domains: stay },
      })
    },
  },
  {
    name: 'dns-account open',
    summary: 'let an account that drains take new domains again',
    options: { label },
    async run(deps, options, print) {
      const name = given(options, 'label')
      await setDnsAccountState(deps, { label: name, state: 'open' })
      print(`${name} takes new domains again.`)
    },
  },
  {
    name: 'dns-account remove',
    summary: 'forget an account that drains and has no domains',
    options: { label },
    async run(deps, options, print) {
      const name = given(options, 'label')
      await removeDnsAccount(deps, name)
      print(`${name} is removed.`)
    },
  },
]
