import ipaddr from 'ipaddr.js'

/**
 * What limits count as one place: an IPv4 address, however it is written, or the /64 of an IPv6 address, of which
 * one person has as many as they like.
 */
export const networkOf = (address: string): string => prefixOf(address, 64)

/**
 * The /48 of an IPv6 address, which is what one person gets at most without asking for much: 65,536 networks. An IPv4
 * address stands for itself.
 */
export const siteOf = (address: string): string => prefixOf(address, 48)

function prefixOf(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const kept = parsed.parts.slice(0, bits / 16)
  return `${new ipaddr.IPv6([...kept, 0, 0, 0, 0, 0].slice(0, 8))}/${bits}`
}
