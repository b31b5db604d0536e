import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isMetadataHost } from '#base/config/metadata-host.ts'

/**
 * Ranges that are not the public internet, after the IANA special-purpose registries: this host, private,
 * carrier-grade NAT, loopback, link-local (cloud metadata lives there), documentation, benchmarking, multicast,
 * reserved, and every IPv6 form that carries an IPv4 address inside.
 */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, prefix, 'ipv4')
/** Global unicast; everything outside it is closed. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  // IETF protocol assignments: Teredo, ORCHID, benchmarking, …
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries an IPv4 address.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, prefix, 'ipv6')

/**
 * The one rule for whatever outsiders name: customers' hosts, the name servers of their zones, a tool's callback.
 * Whether an IP address belongs to the public internet; anything that is not an address does not, nor does a cloud's
 * own address for its machines, although Azure's looks like any other.
 */
export function isPublicAddress(address: string): boolean {
  if (isMetadataHost(address)) return false
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  // Mapped (::ffff:…), translated (64:ff9b::…) and compatible addresses lie outside global unicast.
  if (family === 6)
    return !address.includes('%') && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return false
}

const inside = ['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']

/** Whether an IP address is this machine's or one of a private network, and no metadata service's. */
export function isInsideAddress(address: string): boolean {
  if (isIP(address) === 0 || isMetadataHost(address)) return false
  // An IPv4 address may be written inside an IPv6 one.
  return inside.includes(ipaddr.process(address).range())
}
