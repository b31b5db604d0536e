import ipaddr from 'ipaddr.js'

/**
 * Where clouds answer their machines, credentials included, outside the link-local ranges: Google's names, Amazon's
 * IPv6 address (Nitro), Alibaba's, Oracle's and Azure's.
 */
const names = ['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']
const addresses = ['fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'].map((address) =>
  ipaddr.parse(address).toNormalizedString(),
)

/** Whether a host, as `URL.hostname` spells it, is link-local or a metadata service. */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (!ipaddr.isValid(host)) return names.includes(host.toLowerCase())
  // An IPv4 address may be written inside an IPv6 one.
  const address = ipaddr.process(host)
  return address.range() === 'linkLocal' || addresses.includes(address.toNormalizedString())
}
