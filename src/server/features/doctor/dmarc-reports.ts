import { purchasableTlds } from '#shared/plans/catalog.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Check, Verdict } from './check.ts'

/**
 * Whether receivers may report to the operator's host: they ask there, by the name of each domain, and send nothing where
 * nobody answers. A record of one domain beside the wildcard shuts it off for all others of its ending (RFC 4592), so
 * each ending is asked for a name that nobody has.
 */
export const dmarcReportChecks = ({ config, vendors }: Pick<Dependencies, 'config' | 'vendors'>): Check[] =>
  config.dmarc
    ? [{ what: 'DMARC reports', inspect: () => inspect(vendors.dns, config.dmarc?.mailHost ?? '') }]
    : []

async function inspect(dns: Dependencies['vendors']['dns'], mailHost: string): Promise<Verdict> {
  const mx = await dns.mx(mailHost)
  if (mx.state === 'unknown') return unasked(mx.reason)
  if (mx.state === 'missing')
    return {
      ok: false,
      reason: `${mailHost} has no MX record, so nothing arrives`,
      mend: `Publish an MX record at ${mailHost} that names the machine whose port 25 leads to DMARC_SMTP_PORT.`,
    }
  for (const ending of purchasableTlds) {
    const answer = await dns.txt(`inboxyard-check.${ending}._report._dmarc.${mailHost}`)
    if (answer.state === 'unknown') return unasked(answer.reason)
    const allows = answer.state === 'found' && answer.values.some((value) => /^v=DMARC1\b/i.test(value))
    if (!allows)
      return {
        ok: false,
        reason: `receivers are not told that ${mailHost} takes reports of other domains (.${ending})`,
        mend: `Publish *._report._dmarc.${mailHost} as TXT "v=DMARC1", and no other record below _report._dmarc.${mailHost}: it would shut the wildcard off.`,
      }
  }
  return { ok: true }
}

const unasked = (reason: string): Verdict => ({
  ok: false,
  reason,
  mend: 'Check DNS_SERVERS, or the resolver of this machine.',
})
