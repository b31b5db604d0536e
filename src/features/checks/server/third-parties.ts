import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { anotherAccount, isOwnAccount } from '#features/billing/server/payment-account.ts'
import { probing } from '#vendors/client/probing.ts'
import { type Check, mending } from './check.ts'

/** The third parties that there is one of: reachable, and with credentials that may do what is asked of them. */
export const thirdPartyChecks = ({ config, db, vendors }: Dependencies): Check[] => [
  {
    what: 'Stripe',
    step: 'payments',
    async inspect() {
      const probe = await vendors.payments.probe()
      if (probe.ok && !(await isOwnAccount({ db, vendors }))) return { ok: false, ...anotherAccount }
      return probe.ok && config.isRehearsal
        ? { ok: true, note: 'a rehearsal, since STRIPE_TEST_MODE=on: no payment is real' }
        : mending(probe, 'Check STRIPE_SECRET_KEY and its permissions.')
    },
  },
  {
    what: 'Registries (RDAP)',
    async inspect() {
      const probe = await probing(() => vendors.probeRegistries())
      const mend = 'Check RDAP_BOOTSTRAP_URL if it is set. Until then each name costs a look-up at DNSimple.'
      return probe.ok ? probe : { ok: false, reason: probe.reason, mend }
    },
  },
  {
    what: 'Mail',
    step: 'mail',
    inspect: async () => mending(await vendors.mailer.probe(), 'Check SMTP_URL and MAIL_FROM.'),
  },
  {
    what: 'DNS',
    async inspect() {
      const server = required(config.nameServers[0], 'a name server')
      const zone = server.split('.').slice(-2).join('.')
      const answer = await vendors.dns.nameServers(zone)
      return answer.state === 'unknown'
        ? { ok: false, reason: answer.reason, mend: 'Check DNS_SERVERS, or the resolver of this machine.' }
        : { ok: true }
    },
  },
]
