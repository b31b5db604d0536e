/**
 * A database's address may name several hosts with commas between them, as libpq reads it: the same database, of which
 * one host takes writes at a time. Returns one address for each host, in their order; an address of one host, whatever
 * else it holds, comes back as it is.
 * @param url `postgres://user:password@one:5432,two:5432/database?…`
 */
export function urlPerHost(url: string): string[] {
  const begin = url.indexOf('://') + 3
  const path = url.slice(begin).search(/[/?#]/)
  const end = path < 0 ? url.length : begin + path
  const authority = url.slice(begin, end)
  // A password may hold commas.
  const hostsBegin = begin + authority.lastIndexOf('@') + 1
  return url
    .slice(hostsBegin, end)
    .split(',')
    .map((host) => `${url.slice(0, hostsBegin)}${host.trim()}${url.slice(end)}`)
}
