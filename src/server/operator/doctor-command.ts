import { asc } from 'drizzle-orm'
import { providerAccounts } from '../db/schema/index.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Probe } from '../providers/ports/probe.ts'
import { probing } from '../providers/probing.ts'
import { isVendorError } from '../providers/vendor-error.ts'
import { readPause } from '../provisioning/retire-gate.ts'
import type { Command } from './command.ts'

type Finding = { ok: true; note?: string } | { ok: false; reason: string; mend?: string }

interface Check {
  what: string
  look(): Promise<Finding>
}

/** Every third party and every account, each as one line: fine, or what is wrong and how to mend it. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'whether each third party is configured, reachable and permitted, and what to mend',
  async run(deps, _options, print) {
    const findings = await Promise.all(
      (await checks(deps)).map(async ({ what, look }) => ({ what, finding: await settle(look) })),
    )
    print(
      deps.config.sandbox ? `Beside the sandbox at ${deps.config.sandbox.consoleUrl}.` : 'With real vendors.',
    )
    for (const { what, finding } of findings) {
      print(
        finding.ok
          ? `  ok     ${what}${finding.note ? `: ${finding.note}` : ''}`
          : `  WRONG  ${what}: ${finding.reason}${finding.mend ? `\n         ${finding.mend}` : ''}`,
      )
    }
    const wrong = findings.filter(({ finding }) => !finding.ok).length
    print(wrong === 0 ? 'All is well.' : `${wrong} to mend.`)
  },
}

const away = 'Check that this machine reaches it, or wait until it is well again.'

async function settle(look: Check['look']): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    return { ok: false, reason: isVendorError(error) ? error.reason : (error as Error).message }
  }
}

async function checks(deps: Dependencies): Promise<Check[]> {
  const { config, db, vendors } = deps
  const accounts = await db.select().from(providerAccounts).orderBy(asc(providerAccounts.createdAt))
  return [
    {
      what: 'Stripe',
      look: async () =>
        mending(await vendors.payments.probe(), 'Check STRIPE_SECRET_KEY and its permissions.'),
    },
    {
      what: 'DNSimple',
      look: async () => mending(await vendors.probeRegistrar(), 'Check DNSIMPLE_TOKEN and REGISTRANT_ID.'),
    },
    {
      what: 'Registries (RDAP)',
      look: async () => {
        const probe = await probing(() => vendors.probeRegistries())
        const mend =
          'Check RDAP_BOOTSTRAP_URL if it is set. Until then each name costs a look-up at DNSimple.'
        return probe.ok ? probe : { ...probe, mend }
      },
    },
    {
      what: 'Mail',
      look: async () => mending(await vendors.mailer.probe(), 'Check SMTP_URL and MAIL_FROM.'),
    },
    {
      what: 'DNS',
      look: async () => {
        const server = config.nameServers[0] as string
        const zone = server.split('.').slice(-2).join('.')
        const answer = await vendors.dns.nameServers(zone)
        return answer.state === 'unknown'
          ? { ok: false, reason: answer.reason, mend: 'Check DNS_SERVERS, or the resolver of this machine.' }
          : { ok: true }
      },
    },
    ...(['microsoft', 'google'] as const)
      .filter((vendor) => !accounts.some((account) => account.vendor === vendor))
      .map((vendor): Check => {
        const word = vendor === 'microsoft' ? 'tenant' : 'google-account'
        return {
          what: vendor === 'microsoft' ? 'Microsoft' : 'Google',
          look: async () => ({
            ok: false,
            reason: 'there is no account for mailboxes',
            mend: `Add one with: npm run operator -- ${word} add`,
          }),
        }
      }),
    ...accounts.map(
      (account): Check => ({
        what: `${account.vendor === 'microsoft' ? 'Microsoft tenant' : 'Google account'} ${account.label}`,
        look: async () => {
          const probe = await (await vendors.mailboxHost(account.id)).probe()
          return probe.ok ? { ok: true, note: account.state } : mending(probe)
        },
      }),
    ),
    {
      what: 'Tear-downs',
      look: async () => {
        const pause = await readPause(db)
        return pause
          ? {
              ok: false,
              reason: `paused since ${pause.since.toISOString()} (${pause.reason})`,
              mend: 'Let them go on with: npm run operator -- resume',
            }
          : { ok: true, note: `at most ${config.retirePerHour} domains an hour` }
      },
    },
  ]
}

const mending = (probe: Probe, mend?: string): Finding =>
  probe.ok ? probe : { ...probe, mend: probe.isAway ? away : mend }
