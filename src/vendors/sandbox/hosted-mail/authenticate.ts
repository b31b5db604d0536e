import type { World } from '../world.ts'
import { checkSpf, type SpfResult } from './spf.ts'
import { txtRecords } from './txt-records.ts'

/** What a sending host has signed a message with. */
export interface Signature {
  domain: string
  selector: string
  /** The published record that fits its key; any of the selector's where the host answers for it itself. */
  record?: string
}

interface Checked {
  ip: string
  from: string
  spf: SpfResult
  dkim: { signature: Signature; result: 'pass' | 'fail'; why: string }
  dmarc: { result: 'pass' | 'fail' | 'none'; policy: string; isAligned: boolean }
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

const isWithin = (domain: string, parent: string) => domain === parent || domain.endsWith(`.${parent}`)

/** What a receiving host finds out about a message by asking DNS. */
export function authenticate(
  world: World,
  { from, ip, signature }: { from: string; ip: string; signature: Signature },
): Checked {
  const domain = domainOf(from)
  const spf = checkSpf(world, domain, ip)
  const keys = txtRecords(world, `${signature.selector}._domainkey.${signature.domain}`).filter((text) =>
    /^v=DKIM1/i.test(text),
  )
  const fits = keys.some((key) => signature.record === undefined || key === signature.record)
  const why = fits
    ? 'signature was verified'
    : keys.length === 0
      ? 'no key for signature'
      : 'signature did not verify'
  const dmarcRecords = txtRecords(world, `_dmarc.${domain}`).filter((text) => /^v=DMARC1/i.test(text))
  const isAligned = spf === 'pass' || (fits && isWithin(signature.domain, domain))
  const policy = /;\s*p=(\w+)/i.exec(dmarcRecords[0] ?? '')?.[1]?.toLowerCase() ?? 'none'
  return {
    ip,
    from,
    spf,
    dkim: { signature, result: fits ? 'pass' : 'fail', why },
    dmarc: {
      result: dmarcRecords.length !== 1 ? 'none' : isAligned ? 'pass' : 'fail',
      policy,
      isAligned,
    },
  }
}

/** Microsoft's own form: no name of the server, folded by what it checks, with its own verdict at the end. */
export function microsoftResults({ ip, from, spf, dkim, dmarc }: Checked): string {
  const domain = domainOf(from)
  const said = dmarc.result === 'none' && dmarc.isAligned ? 'bestguesspass' : dmarc.result
  const action =
    said === 'fail' ? ` action=${dmarc.policy === 'reject' ? 'oreject' : dmarc.policy}` : ' action=none'
  const compauth = dmarc.isAligned ? 'pass reason=100' : 'fail reason=001'
  const words =
    spf === 'pass' ? `sender IP is ${ip}` : `${domain} does not designate ${ip} as permitted sender`
  return [
    `spf=${spf} (${words})\r\n smtp.mailfrom=${domain};`,
    ` dkim=${dkim.result} (${dkim.why})\r\n header.d=${dkim.signature.domain};`,
    `dmarc=${said}${action}\r\n header.from=${domain};compauth=${compauth}`,
  ].join('')
}

/** Google's form; without a DMARC record it says nothing of DMARC. */
export function googleResults({ ip, from, spf, dkim, dmarc }: Checked): string {
  const domain = domainOf(from)
  const { signature } = dkim
  const words =
    spf === 'pass'
      ? `google.com: domain of ${from} designates ${ip} as permitted sender`
      : `google.com: ${ip} is neither permitted nor denied by best guess record for domain of ${from}`
  const policy = dmarc.policy.toUpperCase()
  return [
    'mx.google.com',
    `dkim=${dkim.result}${dkim.result === 'pass' ? '' : ` (${dkim.why})`} header.i=@${signature.domain} header.s=${signature.selector} header.b=Yq3Zt8aB`,
    `spf=${spf} (${words}) smtp.mailfrom=${from}`,
    ...(dmarc.result === 'none'
      ? []
      : [`dmarc=${dmarc.result} (p=${policy} sp=${policy} dis=NONE) header.from=${domain}`]),
  ].join(';\r\n       ')
}
