import ipaddr from 'ipaddr.js'

/**
 * What limits count as one place: an IPv4 address, however it is written, or the /64 of an IPv6 address, of which
 * one person has as many as they like.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0])}/64`
}
