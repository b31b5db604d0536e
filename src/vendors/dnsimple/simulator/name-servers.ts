/** DNSimple's name servers since spring 2026, with their addresses. */
export const currentNameServers = [
  { host: 'ns1.dnsimple-edge.com', ipv4: '199.247.152.53', ipv6: '2620:111:8004::53' },
  { host: 'ns2.dnsimple-edge.net', ipv4: '199.247.153.53', ipv6: '2620:111:8005::53' },
  { host: 'ns3.dnsimple-edge.io', ipv4: '199.247.154.53', ipv6: '2620:111:8006::53' },
  { host: 'ns4.dnsimple-edge.org', ipv4: '199.247.155.53', ipv6: '2620:111:8007::53' },
]
export const currentHosts = currentNameServers.map((server) => server.host)

/** Older names of the same servers; they still answer. */
const legacyHosts = ['ns1', 'ns2', 'ns3', 'ns4'].map((label) => `${label}.dnsimple.com`)

/** Zone verification hands out a pair of random hosts below this name. */
export const verificationSuffix = '.dnsimple-verify.com'

export const isDnsimpleServer = (host: string): boolean =>
  currentHosts.includes(host) || legacyHosts.includes(host) || host.endsWith(verificationSuffix)
